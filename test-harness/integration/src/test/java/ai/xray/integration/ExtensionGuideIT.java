package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The extension guide shows the example bundle as it stands; that it works is seen in {@link ExtensionIT}. */
class ExtensionGuideIT {
    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "src/main/java/com/example/words/WordCount.java"})
    void guideShowsTheExample(String file) throws IOException {
        Path module =
                Path.of(System.getProperty("xray.example.bundle")).getParent().getParent();
        String guide = Files.readString(module.resolve("../../docs/extending.md"));
        assertThat(guide).contains(Files.readString(module.resolve(file)).strip());
    }
}
