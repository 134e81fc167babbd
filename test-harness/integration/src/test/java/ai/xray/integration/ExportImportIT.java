package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Exited;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import ai.xray.harness.StartedCommand;
import ai.xray.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Memory moves between stores as it is. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ExportImportIT {
    private static final int MANY = 10_000;
    private static final long SOME_BYTES = 1024 * 1024;
    private static final Duration STORED = Duration.ofMinutes(1);
    private static final Pattern COUNTS =
            Pattern.compile("created (\\d+), replaced (\\d+), unchanged (\\d+), kept (\\d+)");

    @TempDir
    private Path folder;

    private String data;

    @BeforeEach
    void chooseDataDir() {
        data = folder.resolve("data").toString();
    }

    @Test
    void everyFieldOfEveryCellComesThroughEveryStoreAsItIs() throws Exception {
        Path cells = Xray.resource("every-field.jsonl");
        Path first = folder.resolve("first.jsonl");
        Path second = folder.resolve("second.jsonl");
        int count = Files.readAllLines(cells).size();
        assertThat(Xray.done("import", cells.toString(), "--data-dir", data))
                .isEqualTo("created %d, replaced 0, unchanged 0, kept 0".formatted(count));
        Xray.done("export", first.toString(), "--data-dir", data);
        assertThat(first).hasSameBinaryContentAs(cells);
        try (ServerProcess server = Distribution.built().serve(folder.resolve("other"), "--store", "memory")) {
            String url = server.baseUri().toString();
            Xray.done("import", first.toString(), "--url", url);
            Xray.done("export", second.toString(), "--url", url);
        }
        assertThat(second).hasSameBinaryContentAs(cells);
    }

    @Test
    void importingAgainChangesNothing() throws Exception {
        String cells = Xray.resource("every-field.jsonl").toString();
        Xray.done("import", cells, "--data-dir", data);
        assertThat(Xray.done("import", cells, "--data-dir", data)).startsWith("created 0, replaced 0, unchanged ");
        assertThat(Json.readObject(Xray.done("import", cells, "--data-dir", data, "--existing", "replace", "--json")))
                .containsEntry("created", 0L)
                .containsEntry("replaced", 0L)
                .containsEntry("format", "cells");
    }

    @Test
    void theNewerVersionStaysUnlessTheOperatorWishesOtherwise() throws Exception {
        Path newer = write("newer.jsonl", List.of(cell("a", "new", "2026-02-02T00:00:00Z")));
        Path older = write("older.jsonl", List.of(cell("a", "old", "2026-01-01T00:00:00Z")));
        Xray.done("import", older.toString(), "--data-dir", data);
        assertThat(Xray.done("import", newer.toString(), "--data-dir", data, "--existing", "keep"))
                .endsWith("kept 1");
        assertThat(Xray.done("import", newer.toString(), "--data-dir", data, "--dry-run"))
                .isEqualTo("would be: created 0, replaced 1, unchanged 0, kept 0");
        assertThat(Xray.done("import", newer.toString(), "--data-dir", data)).contains("replaced 1");
        assertThat(Xray.done("import", older.toString(), "--data-dir", data)).endsWith("kept 1");
        assertThat(Xray.done("import", older.toString(), "--data-dir", data, "--existing", "replace"))
                .contains("replaced 1");
        assertThat(Xray.done("export", "--data-dir", data)).contains("\"content\":\"old\"");
    }

    @Test
    void oneBadLineKeepsAllOutAndIsToldByItsNumberInTheFile() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= 1200; i++) {
            lines.add(cell("c" + i, "text", "2026-01-01T00:00:00Z"));
        }
        Xray.done("import", Xray.resource("every-field.jsonl").toString(), "--data-dir", data);
        String before = Xray.done("export", "--data-dir", data);
        refused(lines, 1100, "{\"id\":\"x\",\"kind\":\"nte\",", "line 1100");
        refused(
                lines,
                1100,
                cell("x", "text", "2026-01-01T00:00:00Z").replace("note", "nte"),
                "line 1100, kind",
                "note");
        refused(lines, 1100, cell("x", "y".repeat(70_000), "2026-01-01T00:00:00Z"), "line 1100, content", "65536");
        refused(lines, 1100, cell("c5", "text", "2026-01-01T00:00:00Z"), "line 1100, id", "'c5'", "line 5");
        refused(lines, 1100, "[1]", "line 1100");
        assertThat(Xray.done("export", "--data-dir", data)).isEqualTo(before);
    }

    @Test
    void anImportThatWasKilledIsFinishedByRunningItAgain() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            lines.add(cell("c%05d".formatted(i), ("word" + i + " ").repeat(150), "2026-01-01T00:00:00Z"));
        }
        Path cells = write("many.jsonl", lines);
        try (StartedCommand importing = Distribution.built().start("import", cells.toString(), "--data-dir", data)) {
            Await.until("some of it is stored", STORED, () -> stored() > SOME_BYTES || !importing.alive());
            assertThat(importing.alive()).as(importing.said()).isTrue();
            importing.kill();
        }
        Matcher counts = COUNTS.matcher(Xray.done("import", cells.toString(), "--data-dir", data));
        assertThat(counts.matches()).isTrue();
        assertThat(Integer.parseInt(counts.group(1)))
                .as("created by the second run")
                .isPositive();
        assertThat(Integer.parseInt(counts.group(3)))
                .as("stored by the first run")
                .isPositive();
        assertThat(Integer.parseInt(counts.group(1)) + Integer.parseInt(counts.group(3)))
                .isEqualTo(MANY);
        Path exported = folder.resolve("exported.jsonl");
        Xray.done("export", exported.toString(), "--data-dir", data);
        assertThat(Xray.cells(exported)).hasSize(MANY);
    }

    @Test
    void aRunningServerIsFoundByItsDataDirectory() throws Exception {
        try (ServerProcess server = Distribution.built().serve(Path.of(data));
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            String id = new MemoryTools(client).note("Lighthouse", "It stands on the cape.");
            assertThat(Xray.done("export", "--data-dir", data)).contains("\"id\":\"" + id + "\"");
            Xray.done("import", Xray.resource("every-field.jsonl").toString(), "--data-dir", data);
            assertThat(new MemoryTools(client).search("Nothing but what is needed"))
                    .contains("a-plain-note");
            assertThat(Xray.done("admin", "features", "--data-dir", data)).contains("core", "enabled");
        }
    }

    @Test
    void aFileIsReplacedByAWholeOneOnly() throws Exception {
        Path file = Files.writeString(folder.resolve("out.jsonl"), "what was there\n");
        Sentences.requireRefused(
                Distribution.built().run("export", file.toString(), "--url", "http://127.0.0.1:1"),
                3,
                "no server answers");
        assertThat(file).hasContent("what was there");
        Xray.done("import", Xray.resource("every-field.jsonl").toString(), "--data-dir", data);
        assertThat(Json.readObject(Xray.done("export", file.toString(), "--data-dir", data, "--json")))
                .containsEntry("file", file.toString())
                .containsEntry("bytes", Files.size(file))
                .containsEntry("cells", (long) Xray.cells(file).size());
        Sentences.requireRefused(
                Distribution.built().run("export", folder.resolve("no/such").toString(), "--data-dir", data),
                3,
                "cannot be written");
    }

    @Test
    void aServerThatWantsACredentialSaysSo() throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong"), "not-the-token");
        Path secret = Files.writeString(folder.resolve("secret"), "the-secret-of-all-clients");
        try (ServerProcess server =
                Distribution.built().serve(Path.of(data), "--dev=false", "--mcp-secret-file", secret.toString())) {
            String url = server.baseUri().toString();
            Sentences.requireRefused(Distribution.built().run("export", "--url", url), 1, "credential");
            Sentences.requireRefused(
                    Distribution.built().run("export", "--url", url, "--token-file", wrong.toString()),
                    1,
                    "credential");
            String token = data + "/operator-token";
            assertThat(Xray.done("export", "--url", url, "--token-file", token)).isEmpty();
            assertThat(Xray.done("export", "--data-dir", data)).isEmpty();
            assertThat(Xray.done("admin", "features", "--data-dir", data)).contains("core");
        }
    }

    private void refused(List<String> lines, int number, String bad, String... parts) throws Exception {
        List<String> changed = new ArrayList<>(lines);
        changed.set(number - 1, bad);
        Exited exited =
                Distribution.built().run("import", write("bad.jsonl", changed).toString(), "--data-dir", data);
        Sentences.requireRefused(exited, 1, parts);
    }

    private long stored() throws IOException {
        Path log = Path.of(data, "memory.db-wal");
        Path store = Path.of(data, "memory.db");
        return (Files.exists(log) ? Files.size(log) : 0) + (Files.exists(store) ? Files.size(store) : 0);
    }

    private Path write(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    private static String cell(String id, String content, String updatedAt) {
        return "{\"id\":\"%s\",\"kind\":\"note\",\"title\":\"Title of %s\",\"content\":\"%s\",\"createdAt\":\"%s\"}"
                .formatted(id, id, content, updatedAt);
    }
}
