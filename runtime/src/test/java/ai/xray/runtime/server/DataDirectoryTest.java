package ai.xray.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    @TempDir
    Path folder;

    @Test
    void isHeldByOneAtATime() throws IOException {
        Path path = folder.resolve("data");
        try (DataDirectory first = DataDirectory.open(path)) {
            first.announce("process 7, http://127.0.0.1:8080");
            assertThatThrownBy(() -> DataDirectory.open(path))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("used by another server (process 7, http://127.0.0.1:8080)");
        }
        DataDirectory.open(path).close();
    }

    @Test
    void ofANewerServerIsRefusedUntouched() throws IOException {
        Files.writeString(folder.resolve("version"), "2\n");
        assertThatThrownBy(() -> DataDirectory.open(folder))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("written by a newer server (layout 2, this one knows up to 1)");
        assertThat(folder.resolve("version")).hasContent("2");
    }

    @Test
    void whereAFileLiesIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> DataDirectory.open(file))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("is a file, not a directory");
        assertThatThrownBy(() -> DataDirectory.open(file.resolve("below")))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void filesAreWrittenWholeAndLeaveNoParts() throws IOException {
        try (DataDirectory directory = DataDirectory.open(folder)) {
            directory.write("note", "one");
            directory.write("note", "two");
        }
        assertThat(folder.resolve("note")).hasContent("two");
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("lock", "note", "version");
        }
    }

    @Test
    void choiceOfFeaturesOutlivesTheServer() throws IOException {
        try (DataDirectory directory = DataDirectory.open(folder)) {
            FeatureChoice choice = FeatureChoice.read(directory);
            choice.set("voice", true);
            choice.set("admin", false);
        }
        try (DataDirectory directory = DataDirectory.open(folder)) {
            FeatureChoice choice = FeatureChoice.read(directory);
            assertThat(choice.apply(List.of("admin", "graph"), List.of("admin", "graph", "voice")))
                    .containsExactly("graph", "voice");
            assertThat(choice.apply(List.of("graph"), List.of("graph"))).containsExactly("graph");
        }
    }
}
