package ai.xray.runtime.imports;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpMemoryFileTest {
    @TempDir
    private Path folder;

    @Test
    void entityBecomesACellOfWhatIsKnownOfItAndRelationsBecomeLinks() throws IOException {
        Path file = write("""
                {"type":"entity","name":"Ada Lovelace","entityType":"person","observations":["wrote notes","born 1815"]}
                {"type":"entity","name":"Engine","entityType":"machine","observations":[]}
                {"type":"relation","from":"Ada Lovelace","to":"Engine","relationType":"programmed"}
                {"type":"relation","from":"Ada Lovelace","to":"Somebody gone","relationType":"knew"}""");
        try (Conversion conversion = new McpMemoryFile(file, Kind.NOTE).convert()) {
            assertThat(conversion.bad()).isEmpty();
            assertThat(Files.readAllLines(conversion.file()))
                    .containsExactly(
                            "{\"id\":\"ada-lovelace\",\"kind\":\"note\",\"scope\":\"public\",\"title\":\"Ada Lovelace\","
                                    + "\"content\":\"wrote notes\\nborn 1815\\nprogrammed → Engine\\nknew → Somebody gone\","
                                    + "\"confidence\":\"medium\",\"status\":\"active\",\"origin\":\"derived\",\"tags\":[\"person\"],"
                                    + "\"links\":[\"engine\"],\"source\":\"memory.json\",\"createdAt\":\"2026-03-04T05:06:07Z\","
                                    + "\"updatedAt\":\"2026-03-04T05:06:07Z\"}",
                            "{\"id\":\"engine\",\"kind\":\"note\",\"scope\":\"public\",\"title\":\"Engine\",\"content\":\"Engine\","
                                    + "\"confidence\":\"medium\",\"status\":\"active\",\"origin\":\"derived\",\"tags\":[\"machine\"],"
                                    + "\"source\":\"memory.json\",\"createdAt\":\"2026-03-04T05:06:07Z\","
                                    + "\"updatedAt\":\"2026-03-04T05:06:07Z\"}");
        }
    }

    @Test
    void whatIsWrongIsToldByItsLine() throws IOException {
        Path file = write("""
                {"type":"entity","name":"A","entityType":"x","observations":["o"]}

                {"type":"entity","name":"A","entityType":"x","observations":[]}
                {"type":"entity","name":"","entityType":"x","observations":[]}
                {"type":"entity","name":"B","entityType":"x","observations":[1]}
                {"type":"thing"}
                {"type":"relation","from":"Z","to":"A","relationType":"r"}
                {"type":"relation","from":"A","to":"A"}
                nonsense""");
        try (Conversion conversion = new McpMemoryFile(file, Kind.NOTE).convert()) {
            assertThat(conversion.bad())
                    .containsExactlyInAnyOrder(
                            "line 3: name: 'A' is the name of line 1 already.",
                            "line 4: name: is 0 characters; 1 to 300 are allowed.",
                            "line 5: observations: must be a list of texts.",
                            "line 6: type: must be 'entity' or 'relation'.",
                            "line 7: from: 'Z' is not an entity of the file.",
                            "line 8: relationType: a text is required.",
                            "line 9: is not a JSON object.");
            assertThat(Files.readAllLines(conversion.file())).hasSize(1);
        }
    }

    @Test
    void formatIsToldByTheFirstLine() throws IOException {
        assertThat(Format.of(write("\n\n{\"type\":\"relation\"}"))).isEqualTo(Format.MCP_MEMORY);
        assertThat(Format.of(write("{\"id\":\"a\"}"))).isEqualTo(Format.CELLS);
        assertThat(Format.of(write(""))).isEqualTo(Format.CELLS);
        assertThat(Format.of(folder)).isEqualTo(Format.MARKDOWN);
    }

    private Path write(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("memory.json"), text);
        return Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-03-04T05:06:07.890Z")));
    }
}
