package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RequestStatesTest {
    private static final Map<String, Object> CONTENT = Map.of("step", Map.of("action", "accept"));

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-12-01T00:00:00Z"));
    private final RequestStates states = new RequestStates(now::get);

    @Example
    void carriesWhatWasSealedOnce() {
        String state = states.seal("alice", "request", CONTENT);

        assertThat(states.open("alice", "request", state)).contains(CONTENT);
        assertThat(states.open("alice", "request", state)).as("replayed").isEmpty();
    }

    @Example
    void belongsToOneCallerAndOneRequestAndTheProcessThatGaveIt() {
        String state = states.seal("alice", "request", CONTENT);

        assertThat(states.open("bob", "request", state)).isEmpty();
        assertThat(states.open("alice", "other", state)).isEmpty();
        assertThat(new RequestStates(now::get).open("alice", "request", state)).isEmpty();
        assertThat(states.open("alice", "request", state))
                .as("nobody spent it for her")
                .contains(CONTENT);
    }

    @Example
    void lapsesAfterItsTime() {
        String early = states.seal("alice", "request", CONTENT);
        String late = states.seal("alice", "request", CONTENT);
        now.updateAndGet(it -> it.plus(RequestStates.VALID));
        assertThat(states.open("alice", "request", early)).isPresent();
        now.updateAndGet(it -> it.plus(Duration.ofMillis(1)));

        assertThat(states.open("alice", "request", late)).isEmpty();
    }

    @Property(tries = 500)
    void anyOtherCharacterAnywhereIsRefused(@ForAll @IntRange(max = 10_000) int at, @ForAll char other) {
        String state = states.seal("alice", "request", CONTENT);
        int index = at % state.length();
        String tampered = state.substring(0, index) + other + state.substring(index + 1);

        assertThat(states.open("alice", "request", tampered).isPresent()).isEqualTo(tampered.equals(state));
    }

    @Example
    void whatIsNoLongerRememberedIsRefusedRatherThanTakenTwice() {
        RequestStates forgetful = new RequestStates(now::get, 2);
        String first = forgetful.seal("alice", "request", CONTENT);
        assertThat(forgetful.open("alice", "request", first)).isPresent();
        for (int i = 0; i < 3; i++) {
            now.updateAndGet(it -> it.plusMillis(1));
            assertThat(forgetful.open("alice", "request", forgetful.seal("alice", "request", CONTENT)))
                    .isPresent();
        }

        assertThat(forgetful.open("alice", "request", first)).isEmpty();
    }
}
