package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Exited;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Memory of others: a folder of Markdown, and the file of the MCP reference memory server. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ImportOfNotesIT {
    private static final FileTime WHEN = FileTime.from(Instant.parse("2026-03-04T05:06:07Z"));
    private static final String CELL =
            "{\"id\":\"%s\",\"kind\":\"note\",\"scope\":\"public\",\"title\":\"%s\",\"content\":\"%s\","
                    + "\"confidence\":\"medium\",\"status\":\"active\",\"origin\":\"%s\",%s\"links\":[%s],\"source\":\"%s\","
                    + "\"createdAt\":\"2026-03-04T05:06:07Z\",\"updatedAt\":\"2026-03-04T05:06:07Z\"}";

    @TempDir
    private Path folder;

    private Path notes;
    private String data;

    @BeforeEach
    void copyNotes() throws Exception {
        data = folder.resolve("data").toString();
        notes = folder.resolve("notes");
        Path original = Xray.resource("notes");
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.toList()) {
                Path copy = notes.resolve(original.relativize(file).toString());
                Files.copy(file, copy);
                Files.setLastModifiedTime(copy, WHEN);
            }
        }
    }

    @Test
    void aFolderOfMarkdownBecomesLinkedCells() throws Exception {
        assertThat(Xray.done("import", notes.toString(), "--data-dir", data))
                .isEqualTo("created 3, replaced 0, unchanged 0, kept 0");
        assertThat(Xray.done("export", "--data-dir", data).lines())
                .containsExactly(
                        CELL.formatted(
                                "home",
                                "Start here",
                                "# Welcome\\n\\nPlans are in [[Plan]], people in [Ada](People/Ada%20L.md), nothing in [[Nowhere]].",
                                "human",
                                "\"tags\":[\"index\",\"home\"],",
                                "\"projects-plan\",\"people-ada-l\"",
                                "Home.md"),
                        CELL.formatted(
                                "people-ada-l",
                                "Ada L",
                                "Ada has no heading. Back [home](../Home.md).",
                                "human",
                                "",
                                "\"home\"",
                                "People/Ada L.md"),
                        CELL.formatted(
                                "projects-plan",
                                "The plan",
                                "# The plan\\n\\nAsk [[Ada L|Ada]].",
                                "human",
                                "",
                                "\"people-ada-l\"",
                                "Projects/Plan.md"));
        assertThat(Xray.done("import", notes.toString(), "--data-dir", data))
                .isEqualTo("created 0, replaced 0, unchanged 3, kept 0");
    }

    @Test
    void aNoteThatCannotBeReadKeepsAllOutUnlessItIsSkipped() throws Exception {
        Files.write(notes.resolve("latin.md"), "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        Files.writeString(notes.resolve("empty.md"), "");
        for (String[] further : List.of(new String[0], new String[] {"--dry-run"})) {
            Exited exited = Distribution.built().run(command(further));
            assertThat(exited.code()).isEqualTo(1);
            assertThat(exited.stderr().lines())
                    .containsExactly(
                            "empty.md: is empty.",
                            "latin.md: is not a text in UTF-8.",
                            "xray: 2 of them cannot be imported, so nothing was stored; mend them, or leave them out with"
                                    + " --skip-bad.");
        }
        assertThat(Xray.done(command("--skip-bad"))).startsWith("created 3, ");
    }

    @Test
    void theMemoryOfTheReferenceServerBecomesCells() throws Exception {
        Path memory = Files.copy(Xray.resource("memory.json"), folder.resolve("memory.json"));
        Files.setLastModifiedTime(memory, WHEN);
        assertThat(Xray.done("import", memory.toString(), "--data-dir", data)).startsWith("created 2, ");
        Path exported = folder.resolve("exported.jsonl");
        Xray.done("export", exported.toString(), "--data-dir", data);
        List<Map<String, Object>> cells = Xray.cells(exported);
        assertThat(Files.readAllLines(exported).getFirst())
                .isEqualTo(CELL.formatted(
                        "ada-lovelace",
                        "Ada Lovelace",
                        "wrote notes\\nborn 1815\\nprogrammed → Analytical Engine",
                        "derived",
                        "\"tags\":[\"person\"],",
                        "\"analytical-engine\"",
                        "memory.json"));
        assertThat(cells.getLast())
                .containsEntry("id", "analytical-engine")
                .containsEntry("content", "was never built");
        assertThat(Xray.done("import", memory.toString(), "--data-dir", data)).contains("unchanged 2");
    }

    private String[] command(String... further) {
        return Stream.concat(Stream.of("import", notes.toString(), "--data-dir", data), Stream.of(further))
                .toArray(String[]::new);
    }
}
