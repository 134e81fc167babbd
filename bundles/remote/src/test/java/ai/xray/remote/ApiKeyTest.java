package ai.xray.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiKeyTest {
    @TempDir
    private Path folder;

    @Test
    void withoutSettingsThereIsNone() {
        ApiKey key = new ApiKey("api-key", " ", "");

        assertThat(key.isSet()).isFalse();
        assertThat(key.read()).isEmpty();
    }

    @Test
    void whiteSpaceAroundItIsNotPartOfIt() throws IOException {
        assertThat(new ApiKey("api-key", "", file(" sk-1\r\n")).read()).contains("sk-1");
        assertThat(new ApiKey("api-key", " sk-2 ", "").read()).contains("sk-2");
    }

    @Test
    void keyThatIsReplacedInItsFileIsReadAnew() throws IOException {
        ApiKey key = new ApiKey("api-key", "", file("sk-old"));
        assertThat(key.read()).contains("sk-old");

        file("sk-new");

        assertThat(key.read()).contains("sk-new");
    }

    @ParameterizedTest
    @CsvSource({"'',is empty", "'secret secret',holds something else", "'secret\nsecret',holds something else"})
    void whatCannotBeAKeyIsRefusedWithoutQuotingIt(String content, String why) throws IOException {
        String file = file(content);

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> new ApiKey("api-key", "", file).read())
                .withMessageStartingWith("api-key-file: '")
                .withMessageContaining("' " + why)
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("secret secret"));
    }

    @Test
    void valueThatCannotBeAKeyIsRefusedWithoutQuotingIt() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> new ApiKey("api-key", "secret\nX-Other: y", "").read())
                .withMessageStartingWith("api-key: the key holds something else")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("X-Other"));
    }

    @Test
    void hugeFileIsRefusedWithoutReadingAllOfIt() throws IOException {
        refuses(file("x".repeat(5_000_000)), "holds more than 4096 characters");
    }

    @Test
    void missingFileAndDirectoryAreRefused() {
        refuses(folder.resolve("absent").toString(), "does not exist");
        refuses(folder.toString(), "is a directory, not a file");
        refuses("a\0b", "is not a path");
    }

    @Test
    void valueAndFileTogetherAreRefused() throws IOException {
        String file = file("sk-1");

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> new ApiKey("api-key", "sk-2", file).read())
                .withMessage("api-key: must not be set together with api-key-file.");
    }

    private static void refuses(String file, String why) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> new ApiKey("api-key", "", file).read())
                .withMessageContaining(why);
    }

    private String file(String content) throws IOException {
        return Files.writeString(folder.resolve("key"), content).toString();
    }
}
