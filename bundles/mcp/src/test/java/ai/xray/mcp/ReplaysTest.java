package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplaysTest {
    private final Replays replays = new Replays(10);

    @Test
    void whatWasMissedIsTold() {
        String stream = replays.open();
        replays.add(stream, "one");
        replays.add(stream, "two");

        assertThat(replays.after(stream, 0, 2)).contains(List.of("one", "two"));
        assertThat(replays.after(stream, 1, 2)).contains(List.of("two"));
        assertThat(replays.after(stream, 2, 2)).contains(List.of());
        assertThat(replays.after(stream, 3, 2)).as("more than there was").isEmpty();
        assertThat(replays.after("other", 0, 0)).contains(List.of());
    }

    @Test
    void oldestStreamGivesWayAndIsNotTakenUpWithAGap() {
        String old = replays.open();
        String young = replays.open();
        replays.add(old, "12345");
        replays.add(young, "123456");
        replays.add(old, "1");

        assertThat(replays.after(old, 0, 2)).isEmpty();
        assertThat(replays.after(old, 1, 2))
                .as("the rest is there, but nobody can tell")
                .isEmpty();
        assertThat(replays.after(young, 0, 1)).isPresent();
        assertThat(replays.held()).isLessThanOrEqualTo(10);
        replays.add(young, "far more than all that is kept");
        assertThat(replays.held()).isLessThanOrEqualTo(10);
    }

    @Test
    void sessionKeepsAFewStreamsAndNoneAfterItsEnd() {
        Replays many = new Replays(1_000_000);
        Caller caller = new Caller("a", Caller.Credential.AGENT_KEY, Set.of(), new Author(Origin.DERIVED, "a"));
        Session session = new Session("s", "2025-11-25", caller, ClientCapabilities.NONE, Instant.EPOCH);
        for (int i = 0; i < 50; i++) {
            CallStream stream = new CallStream(session, many, new EventStream(null, false), false);
            session.keep(stream, many);
            many.add(stream.name(), "x");
        }
        assertThat(many.held()).isEqualTo(16);

        session.close(many);

        assertThat(many.held()).isZero();
    }
}
