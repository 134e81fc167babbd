package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.xray.auth.Caller;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorTokenTest {
    private static final String SECRET = "correct-horse-battery-staple";

    @TempDir
    private Path data;

    @Test
    void fileHoldsAFreshTokenEachTimeAndNothingElseIsLeft() throws IOException {
        Files.writeString(data.resolve("operator-token.part"), "of a server that was killed");
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            String token = OperatorToken.leaveIn(data).orElseThrow();
            assertThat(token).matches("[A-Za-z0-9_-]{43}");
            assertThat(data.resolve("operator-token")).hasContent(token + "\n");
            tokens.add(token);
        }
        assertThat(tokens).hasSize(20);
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files).containsExactly(data.resolve("operator-token"));
        }
    }

    @Test
    void onlyItsOwnerMayReadItWhateverWasThere() throws IOException {
        assumeTrue(Files.getFileStore(data).supportsFileAttributeView("posix"), "no permissions here");
        for (String name : List.of("operator-token", "operator-token.part")) {
            Path file = Files.writeString(data.resolve(name), "old");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        }

        OperatorToken.leaveIn(data);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("operator-token"))))
                .isEqualTo("rw-------");
    }

    @Test
    void linkInItsPlaceIsReplacedAndNotFollowed() throws IOException {
        Path target = Files.writeString(data.resolve("target"), "mine");
        Files.createSymbolicLink(data.resolve("operator-token"), target);
        Files.createSymbolicLink(data.resolve("operator-token.part"), target);

        OperatorToken.leaveIn(data);

        assertThat(target).hasContent("mine");
        assertThat(data.resolve("operator-token")).isRegularFile();
        assertThat(Files.isSymbolicLink(data.resolve("operator-token"))).isFalse();
    }

    @Test
    void directoryThatCannotBeWrittenIsWarnedOfAndTheServerWorksWithoutAToken() throws IOException {
        Path file = Files.writeString(data.resolve("file"), "");
        List<String> warnings = new ArrayList<>();

        Optional<String> token = loggingTo(warnings, () -> OperatorToken.leaveIn(file.resolve("inside")));

        assertThat(token).isEmpty();
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith("data-dir: operator-token cannot be written in '" + file)
                .contains("Not a directory");
        Doorkeeper doorkeeper = new Doorkeeper(secretSettings(), token, new TestClock());
        assertThat(doorkeeper.admit(Requests.local("Bearer " + SECRET)).name()).isEqualTo("mcp-secret");
    }

    @Test
    void tokenThatCannotBePutInPlaceIsNoToken() throws IOException {
        Files.createDirectories(data.resolve("operator-token/in-the-way"));

        assertThat(loggingTo(new ArrayList<>(), () -> OperatorToken.leaveIn(data)))
                .isEmpty();
    }

    @Test
    void tokenLetsInToAdministerAndDoNothingElse() throws IOException {
        String token = OperatorToken.leaveIn(data).orElseThrow();
        Doorkeeper doorkeeper = new Doorkeeper(secretSettings(), Optional.of(token), new TestClock());

        Caller caller = doorkeeper.admit(Requests.local("Bearer " + token));

        assertThat(caller.name()).isEqualTo("operator");
        assertThat(caller.credential()).isEqualTo(Caller.Credential.OPERATOR_TOKEN);
        assertThat(caller.scopes()).containsExactly(Caller.ADMIN);
        assertThat(doorkeeper.admit(Requests.local("Bearer " + SECRET)).scopes())
                .doesNotContain(Caller.ADMIN);
    }

    @Test
    void tokenIsKnownInDevToo() {
        Doorkeeper doorkeeper = new Doorkeeper(Requests.dev("127.0.0.1:8080"), Optional.of("token"), new TestClock());

        assertThat(doorkeeper.admit(Requests.local("Bearer token")).name()).isEqualTo("operator");
        assertThat(doorkeeper.admit(Requests.local("Bearer other")).name()).isEqualTo("dev");
        assertThat(doorkeeper.admit(Requests.local(null)).name()).isEqualTo("dev");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer toke", "Bearer tokens", "Bearer TOKEN", "token", "Basic token", "Bearer"})
    void refusalDoesNotTellOfTheToken(String authorization) throws IOException {
        for (Settings settings : List.of(secretSettings(), Requests.listening("127.0.0.1:8080"))) {
            Doorkeeper doorkeeper = new Doorkeeper(settings, Optional.of("token"), new TestClock());

            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> doorkeeper.admit(Requests.local(authorization)))
                    .withMessageNotContaining("token")
                    .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.UNAUTHENTICATED));
        }
    }

    @Test
    void serverThatOnlyItsOperatorGetsIntoTellsWhatToSet() {
        Doorkeeper doorkeeper =
                new Doorkeeper(Requests.listening("127.0.0.1:8080"), Optional.of("token"), new TestClock());

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> doorkeeper.admit(Requests.local(null)))
                .withMessageContaining("mcp-secret-file");
    }

    private Settings secretSettings() throws IOException {
        return Requests.secret(
                Files.writeString(data.resolve("secret"), SECRET + "\n").toString());
    }

    private interface Leaving {
        Optional<String> leave();
    }

    private static Optional<String> loggingTo(List<String> log, Leaving leaving) {
        Handler listener = new Handler() {
            @Override
            public void publish(LogRecord line) {
                log.add(new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(OperatorToken.class.getName());
        logger.addHandler(listener);
        try {
            return leaving.leave();
        } finally {
            logger.removeHandler(listener);
        }
    }
}
