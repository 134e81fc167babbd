package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoorkeeperTest {
    private static final String SECRET = "correct-horse-battery-staple";
    private static final String RIGHT = "Bearer " + SECRET;

    @TempDir
    private Path folder;

    private final TestClock clock = new TestClock();
    private Doorkeeper doorkeeper;

    @BeforeEach
    void start() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), SECRET + "\n");
        doorkeeper = new Doorkeeper(Requests.secret(file.toString()), Optional.empty(), clock);
    }

    @ParameterizedTest
    @ValueSource(strings = {RIGHT, "bearer " + SECRET, "BEARER   " + SECRET + " "})
    void secretLetsInWithBothMemoryScopesAndDerivedOrigin(String authorization) {
        Caller caller = doorkeeper.admit(Requests.local(authorization));

        assertThat(caller.name()).isEqualTo("mcp-secret");
        assertThat(caller.credential()).isEqualTo(Caller.Credential.SHARED_SECRET);
        assertThat(caller.scopes()).containsExactlyInAnyOrder(Caller.MEMORY_READ, Caller.MEMORY_WRITE);
        assertThat(caller.author().origin()).isEqualTo(Origin.DERIVED);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                " ",
                "Bearer",
                "Bearer ",
                "Bearer wrong",
                SECRET,
                "Basic " + SECRET,
                "Bearer" + SECRET,
                RIGHT + "x",
                "Bearer correct-horse-battery-stapl",
                "Bearer CORRECT-HORSE-BATTERY-STAPLE",
                "Bearer\t" + SECRET,
                "Bearer gho_16C7e42F292c6912E7710c838347Ae178B4a",
                "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.",
                "Bearer eyJhbGciOiJIUzI1NiIsImtpZCI6Ii4uLy4uL2V0Yy9wYXNzd2QifQ.e30.c2ln"
            })
    void everythingElseIsRefusedAndToldHowToSignIn(String authorization) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> doorkeeper.admit(Requests.local(authorization)))
                .withMessageContaining("Authorization: Bearer <secret>")
                .satisfies(refusal -> {
                    assertThat(refusal.code()).isEqualTo(Refusal.Code.UNAUTHENTICATED);
                    assertThat(refusal.getMessage()).doesNotContain(SECRET);
                });
    }

    @Test
    void guessingIsSlowedDownForTheRightSecretToo() {
        for (int i = 0; i < Doorkeeper.FAILURES_PER_MINUTE; i++) {
            refuses(Requests.from("10.0.0.1", "Bearer guess" + i), Refusal.Code.UNAUTHENTICATED);
        }

        refuses(Requests.from("10.0.0.1", RIGHT), Refusal.Code.RATE_LIMITED);
        assertThat(doorkeeper.admit(Requests.from("10.0.0.2", RIGHT)).name()).isEqualTo("mcp-secret");

        clock.pass(Duration.ofSeconds(3));
        assertThat(doorkeeper.admit(Requests.from("10.0.0.1", RIGHT)).name()).isEqualTo("mcp-secret");
    }

    @Test
    void missingCredentialIsNoGuess() {
        for (int i = 0; i < 3 * Doorkeeper.FAILURES_PER_MINUTE; i++) {
            refuses(Requests.from("10.0.0.1", null), Refusal.Code.UNAUTHENTICATED);
        }

        assertThat(doorkeeper.admit(Requests.from("10.0.0.1", RIGHT)).name()).isEqualTo("mcp-secret");
    }

    @Test
    void rightSecretDoesNotOpenTheDoorToARebindingHostOrAForeignOrigin() {
        refuses(Requests.with("evil.example", null, RIGHT, "::1"), Refusal.Code.FORBIDDEN);
        refuses(Requests.with("localhost:8080", "https://evil.example", RIGHT, "::1"), Refusal.Code.FORBIDDEN);
        refuses(Requests.with("localhost:8080", "null", RIGHT, "::1"), Refusal.Code.FORBIDDEN);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "Bearer anything"})
    void devNeedsNoCredential(String authorization) {
        Caller caller = new Doorkeeper(Requests.dev("127.0.0.1:8080"), Optional.empty(), clock)
                .admit(Requests.local(authorization));

        assertThat(caller.name()).isEqualTo("dev");
        assertThat(caller.credential()).isEqualTo(Caller.Credential.DEV);
        assertThat(caller.scopes()).containsExactlyInAnyOrder(Caller.MEMORY_READ, Caller.MEMORY_WRITE, Caller.ADMIN);
        assertThat(caller.author().origin()).isEqualTo(Origin.DERIVED);
    }

    @Test
    void devStillRefusesARebindingHost() {
        Doorkeeper dev = new Doorkeeper(Requests.dev("localhost:8080"), Optional.empty(), clock);

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> dev.admit(Requests.with("evil.example:8080", null, null, "127.0.0.1")))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FORBIDDEN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0.0.0.0:8080", ":8080", "[::]:8080", "10.0.0.1:8080", "localhost.evil.com:8080", "box.lan:8080"
            })
    void devDoesNotStartBeyondLoopback(String listen) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> new Doorkeeper(Requests.dev(listen), Optional.empty(), clock))
                .withMessageStartingWith("dev: ")
                .withMessageContaining(listen);
    }

    @Test
    void withoutAnyWayInTheRefusalTellsTheOperatorWhatToSet() {
        Doorkeeper closed = new Doorkeeper(Requests.listening("127.0.0.1:8080"), Optional.empty(), clock);

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> closed.admit(Requests.local(RIGHT)))
                .withMessageContaining("mcp-secret-file")
                .withMessageContaining("dev")
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.UNAUTHENTICATED));
    }

    private void refuses(AccessRequest request, Refusal.Code code) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> doorkeeper.admit(request))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code));
    }
}
