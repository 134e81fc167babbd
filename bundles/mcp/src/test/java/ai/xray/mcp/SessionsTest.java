package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final Caller ALICE = caller("alice");
    private static final Caller BOB = caller("bob");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Sessions sessions =
            new Sessions(now::get, 3, Duration.ofMinutes(1), new Replays(1_000), new Watches());

    @Test
    void useKeepsASessionAliveAndIdlenessEndsIt() {
        String id = sessions.open(ALICE, "2025-11-25", ClientCapabilities.NONE).id();
        for (int i = 0; i < 5; i++) {
            now.updateAndGet(it -> it.plusSeconds(60));
            assertThat(sessions.find(id, ALICE)).isPresent();
        }
        now.updateAndGet(it -> it.plusSeconds(61));

        assertThat(sessions.find(id, ALICE)).isEmpty();
        assertThat(sessions.size()).isZero();
    }

    @Test
    void callerThatOpensWithoutEndPushesOutItsOwn() {
        String bobs = sessions.open(BOB, "2025-11-25", ClientCapabilities.NONE).id();
        for (int i = 0; i < 10; i++) {
            now.updateAndGet(it -> it.plusSeconds(1));
            sessions.open(ALICE, "2025-11-25", ClientCapabilities.NONE);
        }

        assertThat(sessions.size()).isEqualTo(3);
        assertThat(sessions.find(bobs, BOB)).isPresent();
    }

    @Test
    void idleSessionsGoBeforeAnyInUse() {
        String idle =
                sessions.open(ALICE, "2025-11-25", ClientCapabilities.NONE).id();
        now.updateAndGet(it -> it.plusSeconds(61));
        String first = sessions.open(BOB, "2025-11-25", ClientCapabilities.NONE).id();
        String second =
                sessions.open(BOB, "2025-11-25", ClientCapabilities.NONE).id();
        String third = sessions.open(BOB, "2025-11-25", ClientCapabilities.NONE).id();

        assertThat(sessions.find(idle, ALICE)).isEmpty();
        assertThat(sessions.find(first, BOB)).isPresent();
        assertThat(sessions.find(second, BOB)).isPresent();
        assertThat(sessions.find(third, BOB)).isPresent();
    }

    @Test
    void idsDifferAndBelongToWhoOpenedThem() {
        Session session = sessions.open(ALICE, "2025-11-25", ClientCapabilities.NONE);

        assertThat(session.id())
                .isNotEqualTo(sessions.open(ALICE, "2025-11-25", ClientCapabilities.NONE)
                        .id());
        assertThat(sessions.find(session.id(), BOB)).isEmpty();
        assertThat(sessions.find(session.id(), ALICE)).contains(session);
    }

    private static Caller caller(String name) {
        return new Caller(name, Caller.Credential.AGENT_KEY, Set.of(), new Author(Origin.DERIVED, name));
    }
}
