package ai.xray.runtime.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.json.Json;
import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.server.DataDirectory;
import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoreTest {
    private static final Instant NOW = Instant.parse("2026-11-30T20:12:00Z");

    @TempDir
    private Path folder;

    private Path zip;
    private Path data;
    private final Map<String, String> entries = new LinkedHashMap<>();
    private final Map<String, Object> manifest = new LinkedHashMap<>();

    @BeforeEach
    void aBackup() throws Exception {
        zip = folder.resolve("backup.zip");
        data = folder.resolve("data");
        entries.put("memory.db", "the store");
        entries.put("xray.yaml", "store: sqlite\n");
        manifest.put("format", 1L);
        manifest.put("xray", "0.1.0");
        manifest.put("createdAt", "2026-11-30T20:00:00Z");
        manifest.put("cells", 3L);
        describe();
    }

    @Test
    void everythingIsPutInPlace() throws Exception {
        assertThat(restore(false)).isEmpty();
        assertThat(data.resolve("memory.db")).hasContent("the store");
        assertThat(data.resolve("xray.yaml")).hasContent("store: sqlite\n");
        assertThat(names()).containsExactlyInAnyOrder("lock", "version", "memory.db", "xray.yaml");
    }

    @Test
    void whatIsThereIsRefusedEvenIfItIsOnlyALog() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("memory.db-wal"), "log");
        assertThatThrownBy(() -> restore(false))
                .isInstanceOf(RefusedException.class)
                .hasMessageContainingAll("memory.db-wal", "--force");
        assertThat(data.resolve("memory.db")).doesNotExist();
        assertThat(data.resolve("memory.db-wal")).hasContent("log");
    }

    @Test
    void forceMovesAsideWithNamesThatBelongTogether() throws Exception {
        Files.createDirectories(data.resolve("cache"));
        Files.writeString(data.resolve("cache/index"), "of the old store");
        for (String name : List.of("memory.db", "memory.db-wal", "memory.db-shm", "xray.yaml")) {
            Files.writeString(data.resolve(name), "old " + name);
        }
        String aside = "memory.db.before-restore-20261130T201200Z";
        assertThat(restore(true)).hasSize(4);
        assertThat(data.resolve(aside)).hasContent("old memory.db");
        assertThat(data.resolve(aside + "-wal")).hasContent("old memory.db-wal");
        assertThat(data.resolve(aside + "-shm")).hasContent("old memory.db-shm");
        assertThat(data.resolve("memory.db")).hasContent("the store");
        assertThat(data.resolve("memory.db-wal")).doesNotExist();
        assertThat(data.resolve("cache")).doesNotExist();
    }

    @Test
    void noServerStartsOnWhatIsHalfRestored() throws Exception {
        try (DataDirectory directory = DataDirectory.openToRestore(data)) {
            directory.beginRestore();
        }
        assertThatThrownBy(() -> DataDirectory.open(data))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("xray restore");
        restore(true);
        DataDirectory.open(data).close();
    }

    @Test
    void whatIsNotAWholeBackupIsRefused() throws Exception {
        write();
        byte[] whole = Files.readAllBytes(zip);
        Files.write(zip, Arrays.copyOf(whole, whole.length / 2));
        assertRefused("not a whole zip file");
        Files.writeString(zip, "");
        assertRefused("not a whole zip file");
        manifest.clear();
        write();
        assertRefused("manifest that");
    }

    @Test
    void aZipWithoutManifestIsNoBackup() throws Exception {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            entry(out, "memory.db", "the store");
        }
        assertThatThrownBy(() -> BackupFile.open(zip, zip)).hasMessageContaining("has no manifest");
    }

    @Test
    void aNewerFormatIsRefused() throws Exception {
        manifest.put("format", 2L);
        write();
        assertRefused("newer version (format 2");
    }

    @Test
    void contentThatIsNotWhatTheManifestSaysIsRefused() throws Exception {
        entries.put("memory.db", "the stork");
        write();
        assertRefused("is damaged: 'memory.db'");
        entries.put("memory.db", "the store and a bomb");
        write();
        assertRefused("is damaged: 'memory.db'");
        entries.remove("memory.db");
        write();
        assertRefused("lacks 'memory.db'");
    }

    @Test
    void onlyKnownNamesAreUnpacked() throws Exception {
        entries.put("../evil", "x");
        write();
        assertRefused("holds '../evil'");
        describe();
        write();
        assertRefused("holds a file that no backup has");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    private void assertRefused(String reason) {
        assertThatThrownBy(() -> BackupFile.open(zip, zip))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("'" + zip + "' ")
                .hasMessageContaining(reason);
    }

    private List<Path> restore(boolean force) throws IOException {
        write();
        try (BackupFile backup = BackupFile.open(zip, zip);
                DataDirectory target = DataDirectory.openToRestore(data)) {
            return new Restore(target, backup, NOW).run(force);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private void describe() throws Exception {
        Map<String, Object> files = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            byte[] bytes = entry.getValue().getBytes(StandardCharsets.UTF_8);
            String sum = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            files.put(entry.getKey(), Map.of("bytes", (long) bytes.length, "sha256", sum));
        }
        manifest.put("files", files);
    }

    private void write() throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                entry(out, entry.getKey(), entry.getValue());
            }
            entry(out, "manifest.json", Json.write(manifest));
        }
    }

    private static void entry(ZipOutputStream out, String name, String text) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
    }
}
