package ai.xray.runtime.imports;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownFolderTest {
    private static final Instant WHEN = Instant.parse("2026-03-04T05:06:07Z");

    @TempDir
    private Path folder;

    @Test
    void noteBecomesACellWithWhatItsFrontMatterSays() throws Exception {
        write(
                "Projects/Große Pläne.md",
                "---\r\ntitle: Plans\r\ntags: [work, '#2026', work]\r\n---\r\n\r\nDo [[it]].\r\n");
        write("it.md", "Done.");
        Map<String, Object> cell = cells().getFirst();
        assertThat(Json.write(cell))
                .isEqualTo(
                        "{\"id\":\"projects-große-pläne\",\"kind\":\"note\",\"scope\":\"public\",\"title\":\"Plans\","
                                + "\"content\":\"Do [[it]].\",\"confidence\":\"medium\",\"status\":\"active\",\"origin\":\"human\","
                                + "\"tags\":[\"work\",\"2026\"],\"links\":[\"it\"],\"source\":\"Projects/Große Pläne.md\","
                                + "\"createdAt\":\"2026-03-04T05:06:07Z\",\"updatedAt\":\"2026-03-04T05:06:07Z\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "'# First', First",
        "'text\n# Second ##\n', Second",
        "'```\n# comment\n```\n# Real', Real",
        "'## only smaller', name",
        "'---\ntitle: 2026\n---\n# Not this', 2026",
    })
    void titleIsTheFrontMattersElseTheFirstHeadingElseTheName(String text, String title) throws Exception {
        write("name.md", text);
        assertThat(cells()).extracting(cell -> cell.get("title")).containsExactly(title);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tags: a, b", "tags: a b", "tags: [a, b]", "tags:\n  - a\n  - b"})
    void tagsAreAListOrAText(String tags) throws Exception {
        write("n.md", "---\n" + tags + "\n---\ntext");
        assertThat(cells().getFirst()).containsEntry("tags", List.of("a", "b"));
    }

    @Test
    void whatIsHiddenOrLinkedOrNoNoteIsPassedOver() throws Exception {
        write("a.md", "text");
        write(".obsidian/workspace.md", "no");
        write(".hidden.md", "no");
        write("picture.png", "no");
        Path outside = Files.writeString(Files.createTempFile("outside", ".md"), "no");
        Files.createSymbolicLink(folder.resolve("link.md"), outside);
        Files.createSymbolicLink(folder.resolve("around"), folder);
        assertThat(cells()).extracting(cell -> cell.get("id")).containsExactly("a");
        Files.delete(outside);
    }

    @Test
    void namesThatComeToTheSameGetIdsOfTheirOwnEveryTime() throws Exception {
        write("a b.md", "one");
        write("a-b.md", "two");
        write("!!!.md", "three");
        write("x".repeat(200) + ".md", "four");
        List<Object> ids = cells().stream().map(cell -> cell.get("id")).toList();
        assertThat(ids)
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat((String) id)
                        .hasSizeBetween(1, MemoryCell.MAX_ID_CHARS)
                        .matches("[a-z0-9-]+"));
        assertThat(cells().stream().map(cell -> cell.get("id")).toList()).isEqualTo(ids);
    }

    @Test
    void aLongNoteIsSplitAtItsHeadingsAndItsPartsLinkToEachOther() throws Exception {
        String section = "word ".repeat(8_000);
        write("long.md", "# Long\n" + section + "\n# Two\n" + section + "[[other]]\n# Three\n" + section);
        write("other.md", "See [[long]].");
        List<Map<String, Object>> cells = cells();
        assertThat(cells)
                .extracting(cell -> cell.get("title"))
                .containsExactly("Long (1/3)", "Long (2/3)", "Long (3/3)", "other");
        assertThat(cells).extracting(cell -> cell.get("id")).containsExactly("long", "long--2", "long--3", "other");
        assertThat(cells.get(1)).containsEntry("links", List.of("long", "long--3", "other"));
        assertThat(cells.get(3)).containsEntry("links", List.of("long"));
        assertThat(cells.stream()
                        .limit(3)
                        .map(cell -> (String) cell.get("content"))
                        .collect(Collectors.joining()))
                .isEqualTo(Files.readString(folder.resolve("long.md")).stripTrailing());
    }

    @Test
    void whatCannotBeReadIsToldPerFile() throws Exception {
        write("empty.md", " \n");
        write("only-front.md", "---\ntitle: x\n---\n");
        write("yaml.md", "---\ntitle: [\n---\ntext");
        write("list.md", "---\n- a\n---\ntext");
        write("tags.md", "---\ntags: {a: b}\n---\ntext");
        write("deep.md", "---\na: " + "[".repeat(50_000) + "\n---\ntext");
        write("deeper.md", "---\n" + "- ".repeat(30_000) + "\n---\ntext");
        write("bomb.md", "---\n" + bomb() + "\n---\ntext");
        write(
                "many.md",
                "---\ntags: [" + IntStream.range(0, 33).mapToObj(i -> "t" + i).collect(Collectors.joining(", "))
                        + "]\n---\ntext");
        write("nul.md", "a\0b");
        Files.write(folder.resolve("latin.md"), "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        Files.write(folder.resolve("huge.md"), new byte[MarkdownFolder.MAX_FILE_BYTES + 1]);
        write("a/".repeat(MarkdownFolder.MAX_DEPTH + 1) + "low.md", "text");
        try (Conversion conversion = new MarkdownFolder(folder, Kind.NOTE).convert()) {
            assertThat(conversion.file()).isEmptyFile();
            assertThat(conversion.bad())
                    .contains(
                            "empty.md: is empty.",
                            "only-front.md: is empty.",
                            "yaml.md: has front matter that is not YAML at line 3.",
                            "list.md: has front matter that is not lines of 'name: value'.",
                            "tags.md: has front matter whose tags is not a text or a list of texts.",
                            "deep.md: has front matter that is nested too deep.",
                            "deeper.md: has front matter that is nested too deep.",
                            "bomb.md: has front matter that is not YAML within bounds.",
                            "many.md: has 33 tags; at most 32 are allowed.",
                            "nul.md: is not a text; it holds a NUL character.",
                            "latin.md: is not a text in UTF-8.",
                            "huge.md: is larger than 4,194,304 bytes.")
                    .anySatisfy(sentence -> assertThat(sentence).endsWith("is more than 32 folders deep."))
                    .hasSize(13);
        }
    }

    @Test
    void factsThatAreImportedAsSuchAreOfHighConfidence() throws Exception {
        write("a.md", "text");
        try (Conversion conversion = new MarkdownFolder(folder, Kind.STABLE_FACT).convert()) {
            assertThat(Json.readObject(Files.readString(conversion.file())))
                    .containsEntry("kind", "stable_fact")
                    .containsEntry("confidence", "high");
        }
    }

    private static String bomb() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            yaml.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        return yaml + "tags: *a29";
    }

    private List<Map<String, Object>> cells() throws IOException {
        try (Conversion conversion = new MarkdownFolder(folder, Kind.NOTE).convert()) {
            assertThat(conversion.bad()).isEmpty();
            return Files.readAllLines(conversion.file()).stream()
                    .map(Json::readObject)
                    .toList();
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(WHEN.plusMillis(456)));
    }
}
