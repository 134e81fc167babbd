package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Crowd;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store is saved while it is used, and put back only where nothing is lost by that. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class BackupRestoreIT {
    private static final int WRITERS = 4;
    private static final int WRITTEN = 200;
    private static final Duration WRITING = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private Path data;
    private Path restored;
    private String backup;

    @BeforeEach
    void choosePlaces() {
        data = folder.resolve("data");
        restored = folder.resolve("restored");
        backup = folder.resolve("backup.zip").toString();
    }

    @Test
    void whatWasAcknowledgedBeforeABackupBeganIsInItWhileOthersWrite() throws Exception {
        Map<String, String> acknowledged = new ConcurrentHashMap<>();
        AtomicInteger numbers = new AtomicInteger();
        AtomicBoolean enough = new AtomicBoolean();
        Set<String> before;
        try (ServerProcess server = Distribution.built().serve(data);
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS);
                Crowd crowd = new Crowd()) {
            MemoryTools memory = new MemoryTools(client);
            crowd.start(WRITERS, () -> {
                while (!enough.get()) {
                    String word = "word" + numbers.incrementAndGet() + "x";
                    acknowledged.put(memory.note("About " + word, "What is known of it."), word);
                }
            });
            Await.until("enough is written", WRITING, () -> acknowledged.size() >= WRITTEN || crowd.ended());
            before = Set.copyOf(acknowledged.keySet());
            Xray.done("backup", backup, "--data-dir", data.toString());
            enough.set(true);
            crowd.await();
        }
        assertThat(acknowledged.size()).as("written during the backup").isGreaterThan(before.size());
        assertThat(Xray.done("restore", backup, "--data-dir", restored.toString()))
                .contains("restored ");
        try (ServerProcess server = Distribution.built().serve(restored);
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            MemoryTools memory = new MemoryTools(client);
            assertThat(memory.list())
                    .extracting(cell -> (String) cell.get("id"))
                    .containsAll(before);
            for (String id : before.stream().limit(20).toList()) {
                assertThat(memory.search(acknowledged.get(id))).contains(id);
            }
        }
        assertThat(Xray.done("doctor", "--data-dir", restored.toString())).doesNotContain("FAIL");
    }

    @Test
    void whatIsThereIsMovedAsideOnlyByForce() throws Exception {
        Xray.done("import", Xray.resource("every-field.jsonl").toString(), "--data-dir", data.toString());
        Files.writeString(data.resolve("xray.yaml"), "log-level: error\n");
        assertThat(Json.readObject(Xray.done("backup", backup, "--data-dir", data.toString(), "--json")))
                .containsEntry("cells", 10L);
        Sentences.requireRefused(
                Distribution.built().run("restore", backup, "--data-dir", data.toString()), 1, "memory.db", "--force");
        try (ServerProcess server = Distribution.built().serve(data)) {
            Sentences.requireRefused(
                    Distribution.built().run("restore", backup, "--data-dir", data.toString(), "--force"),
                    3,
                    "is used by another server",
                    server.baseUri().toString());
        }
        byte[] old = Files.readAllBytes(data.resolve("memory.db"));
        assertThat(Xray.done("restore", backup, "--data-dir", data.toString(), "--force"))
                .contains("moved aside", "memory.db.before-restore-", "restored 10 cells");
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files.filter(
                            file -> file.getFileName().toString().matches("memory\\.db\\.before-restore-[0-9TZ]+")))
                    .singleElement()
                    .satisfies(file -> assertThat(file).hasBinaryContent(old));
        }
        assertThat(data.resolve("xray.yaml")).hasContent("log-level: error");
        Path exported = folder.resolve("exported.jsonl");
        Xray.done("export", exported.toString(), "--data-dir", data.toString());
        assertThat(exported).hasSameBinaryContentAs(Xray.resource("every-field.jsonl"));
    }

    @Test
    void aDamagedBackupIsRefusedAndNothingIsTouched() throws Exception {
        Xray.done("import", Xray.resource("every-field.jsonl").toString(), "--data-dir", data.toString());
        Xray.done("backup", backup, "--data-dir", data.toString());
        byte[] whole = Files.readAllBytes(Path.of(backup));
        for (int i = 0; i < 32; i++) {
            whole[whole.length / 3 + i] ^= 0x5A;
        }
        Files.write(Path.of(backup), whole);
        Sentences.requireRefused(
                Distribution.built().run("restore", backup, "--data-dir", restored.toString()), 1, "backup.zip");
        assertThat(restored).doesNotExist();
    }

    @Test
    void aStoreThatIsNotSavedThisWaySaysSo() throws Exception {
        try (ServerProcess server = Distribution.built().serve(data, "--store", "memory")) {
            Sentences.requireRefused(
                    Distribution.built()
                            .run("backup", backup, "--url", server.baseUri().toString()),
                    1);
        }
        assertThat(folder).isDirectoryNotContaining("glob:**backup*");
    }

    @Test
    void doctorFindsNothingWrongWithWhatIsSound() throws Exception {
        assertThat(Xray.done("doctor", "--data-dir", data.toString())).contains("does not exist yet");
        assertThat(data).doesNotExist();
        Xray.done("import", Xray.resource("every-field.jsonl").toString(), "--data-dir", data.toString());
        assertThat(Xray.done("doctor", "--data-dir", data.toString(), "--listen", "127.0.0.1:0")
                        .lines())
                .allSatisfy(line -> assertThat(line).startsWith("ok "))
                .anySatisfy(line -> assertThat(line).contains("no server runs"))
                .anySatisfy(line -> assertThat(line).matches("ok +store +.*"));
        try (ServerProcess server = Distribution.built().serve(data)) {
            Map<String, Object> report = Json.readObject(Xray.done("doctor", "--data-dir", data.toString(), "--json"));
            assertThat(report).containsEntry("ok", true);
            assertThat(report.get("checks").toString())
                    .contains(server.baseUri().toString());
        }
    }

    @Test
    void doctorTellsOfADamagedStoreInASentence() throws Exception {
        Path cells = folder.resolve("cells.jsonl");
        Files.write(
                cells,
                Stream.iterate(1, i -> i + 1)
                        .limit(2000)
                        .map(i ->
                                "{\"id\":\"c%d\",\"kind\":\"note\",\"title\":\"Title %d\",\"content\":\"%s\",\"createdAt\":\"2026-01-01T00:00:00Z\"}"
                                        .formatted(i, i, ("word" + i + " ").repeat(40)))
                        .toList());
        Xray.done("import", cells.toString(), "--data-dir", data.toString());
        try (RandomAccessFile store =
                new RandomAccessFile(data.resolve("memory.db").toFile(), "rw")) {
            store.seek(store.length() / 2);
            store.write(new byte[128 * 1024]);
        }
        var exited = Distribution.built().run("doctor", "--data-dir", data.toString(), "--listen", "127.0.0.1:0");
        assertThat(exited.code()).as(exited.stdout() + exited.stderr()).isEqualTo(1);
        assertThat(exited.stderr()).isEmpty();
        assertThat(exited.stdout().lines().filter(line -> line.startsWith("FAIL")))
                .isNotEmpty()
                .allSatisfy(line -> Sentences.requireSentence(line))
                .anySatisfy(line -> assertThat(line).contains("damaged", "backup"));
    }

    @Test
    void doctorNamesTheSettingThatIsWrong() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("xray.yaml"), "stor: sqlite\n");
        var exited = Distribution.built().run("doctor", "--data-dir", data.toString());
        assertThat(exited.code()).isEqualTo(1);
        assertThat(exited.stdout()).containsPattern("FAIL +settings +.*'stor' is not known; did you mean 'store'");
        assertThat(data.resolve("memory.db")).doesNotExist();
    }
}
