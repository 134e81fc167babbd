package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DoorkeeperChecksTest {
    private static final Caller ADA = new Caller(
            "ada", Caller.Credential.PERSONAL_KEY, Set.of(Caller.MEMORY_READ), new Author(Origin.DERIVED, "ada"));

    private final TestClock clock = new TestClock();
    private final Doorkeeper doorkeeper = new Doorkeeper(Requests.listening("127.0.0.1:8080"), Optional.empty(), clock);

    /** Knows Ada by {@code Bearer ada}. */
    private static class AdasCheck implements CredentialCheck {
        @Override
        public Optional<Caller> callerOf(AccessRequest request) throws IOException {
            return BearerSecret.shownBy(request).filter("ada"::equals).map(_ -> ADA);
        }

        @Override
        public Optional<String> howTo() {
            return Optional.of("what Ada sends");
        }

        @Override
        public Optional<String> claimedBy(AccessRequest request) {
            return BearerSecret.shownBy(request).map(_ -> "ada");
        }
    }

    @Test
    void checksComeAndGo() {
        CredentialCheck check = new AdasCheck();

        doorkeeper.addCheck(check);
        assertThat(doorkeeper.admit(Requests.local("Bearer ada"))).isSameAs(ADA);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> doorkeeper.admit(Requests.local("Bearer eve")))
                .withMessageContaining("what Ada sends");

        doorkeeper.removeCheck(check);
        refuses(Requests.local("Bearer ada"), Refusal.Code.UNAUTHENTICATED);
    }

    @Test
    void guessingOneAccountFromManyAddressesIsSlowedDownToo() {
        doorkeeper.addCheck(new AdasCheck());
        for (int i = 0; i < Doorkeeper.FAILURES_OF_AN_ACCOUNT; i++) {
            refuses(Requests.from("10.0.0." + i, "Bearer guess"), Refusal.Code.UNAUTHENTICATED);
        }

        refuses(Requests.from("10.1.0.1", "Bearer ada"), Refusal.Code.RATE_LIMITED);
    }

    @Test
    void storeThatFailsLetsNobodyInAndCountsNoGuess() {
        CredentialCheck broken = new AdasCheck() {
            @Override
            public Optional<Caller> callerOf(AccessRequest request) throws IOException {
                throw new IOException("disk");
            }
        };
        doorkeeper.addCheck(broken);
        for (int i = 0; i < 2 * Doorkeeper.FAILURES_PER_MINUTE; i++) {
            refuses(Requests.local("Bearer ada"), Refusal.Code.UNAVAILABLE);
        }

        doorkeeper.removeCheck(broken);
        doorkeeper.addCheck(new AdasCheck());
        assertThat(doorkeeper.admit(Requests.local("Bearer ada"))).isSameAs(ADA);
    }

    @Test
    void devKnowsWhoShowsACredentialAllTheSame() {
        Doorkeeper dev = new Doorkeeper(Requests.dev("127.0.0.1:8080"), Optional.empty(), clock);
        dev.addCheck(new AdasCheck());

        assertThat(dev.admit(Requests.local("Bearer ada"))).isSameAs(ADA);
        assertThat(dev.admit(Requests.local("Bearer eve")).name()).isEqualTo("dev");
    }

    private void refuses(AccessRequest request, Refusal.Code code) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> doorkeeper.admit(request))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code));
    }
}
