package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.xray.memory.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretFileTest {
    private static final String SECRET = "0123456789abcdef";

    @TempDir
    private Path folder;

    private final SecretFile reader = new SecretFile("mcp-secret-file");

    @Test
    void whiteSpaceAroundTheSecretIsNotPartOfIt() throws IOException {
        assertThat(reader.read(file("\n  " + SECRET + "\r\n"))).isEqualTo(SECRET);
    }

    @Test
    void longestSecretIsRead() throws IOException {
        String longest = "x".repeat(SecretFile.LONGEST);

        assertThat(reader.read(file(longest))).isEqualTo(longest);
    }

    @ParameterizedTest
    @CsvSource({
        "'',is empty",
        "' \n ',is empty",
        "0123456789abcde,holds 15 characters; a secret has at least 16",
        "'0123456789 abcdef',holds something else",
        "'0123456789\nabcdef',holds something else",
        "0123456789abcdéf,holds something else"
    })
    void whatCannotBeASecretIsRefusedWithoutQuotingIt(String content, String why) throws IOException {
        String file = file(content);

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> reader.read(file))
                .withMessageStartingWith("mcp-secret-file: '" + file + "' " + why)
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("0123456789"));
    }

    @Test
    void hugeFileIsRefusedWithoutReadingAllOfIt() throws IOException {
        refuses(file("x".repeat(5_000_000)), "holds more than 1024 characters");
    }

    @Test
    void fileThatEveryoneMayReadIsReadWithAWarningThatDoesNotQuoteIt() throws IOException {
        Path path = Path.of(file(SECRET));
        assumeTrue(Files.getFileStore(path).supportsFileAttributeView("posix"), "no permissions here");

        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(warningsOfReading(path))
                .singleElement()
                .asString()
                .contains("chmod 600")
                .doesNotContain(SECRET);

        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        assertThat(warningsOfReading(path)).isEmpty();
    }

    @Test
    void missingFileIsRefused() {
        refuses(folder.resolve("absent").toString(), "does not exist");
    }

    @Test
    void directoryIsRefused() {
        refuses(folder.toString(), "is a directory, not a file");
    }

    @Test
    void textThatIsNoPathIsRefused() {
        refuses("a\0b", "is not a path");
    }

    private void refuses(String file, String why) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> reader.read(file))
                .withMessageStartingWith("mcp-secret-file: '")
                .withMessageContaining(why);
    }

    private List<String> warningsOfReading(Path path) {
        List<String> warnings = new ArrayList<>();
        Handler listener = new Handler() {
            @Override
            public void publish(LogRecord line) {
                warnings.add(new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(SecretFile.class.getName());
        logger.addHandler(listener);
        try {
            assertThat(reader.read(path.toString())).isEqualTo(SECRET);
        } finally {
            logger.removeHandler(listener);
        }
        return warnings;
    }

    private String file(String content) throws IOException {
        return Files.writeString(folder.resolve("secret"), content).toString();
    }
}
