package ai.xray.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BackupServletTest {
    private static final String PATH = "/v1/admin/backup";
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private final FakeArchive archive = new FakeArchive();
    private AdminServer server;

    @TempDir
    private Path data;

    @BeforeEach
    void start() throws Exception {
        Files.createDirectories(data.resolve("cache/framework"));
        Path left = Files.createDirectories(data.resolve("cache/backup-123"));
        Files.writeString(left.resolve("memory.db"), "half");
        server = new AdminServer(
                PATH,
                new BackupServlet(
                        AdminServer.AUTHENTICATOR, archive, new Turns(), data, "1.2.3", InstantSource.fixed(NOON)));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void whatAServerThatWasKilledLeftIsDeletedAtTheStart() throws IOException {
        assertThat(cached()).containsExactly("framework");
    }

    @Test
    void zipHoldsTheCopyThenTheSettingsAndLastWhatItHolds() throws Exception {
        archive.copy = new byte[300_000];
        new Random(1).nextBytes(archive.copy);
        archive.cells.add(FakeArchive.cell("a"));
        byte[] settings = "listen: \"127.0.0.1:1\"\n".getBytes(StandardCharsets.UTF_8);
        Files.write(data.resolve("xray.yaml"), settings);
        Files.writeString(data.resolve("features.properties"), "");
        Files.writeString(data.resolve("settings.properties"), "");
        Files.writeString(data.resolve("operator-token"), "secret");

        HttpResponse<InputStream> reply = server.open(PATH);

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/zip");
        Map<String, byte[]> entries = entries(reply.body());
        assertThat(entries.keySet())
                .containsExactly(
                        "memory.db", "xray.yaml", "features.properties", "settings.properties", "manifest.json");
        assertThat(entries.get("memory.db")).isEqualTo(archive.copy);
        assertThat(entries.get("xray.yaml")).isEqualTo(settings);
        assertThat(Json.read(entries.get("manifest.json")))
                .isEqualTo(Map.of(
                        "format",
                        1L,
                        "xray",
                        "1.2.3",
                        "createdAt",
                        "2026-11-30T12:00:00Z",
                        "cells",
                        1L,
                        "files",
                        Map.of(
                                "memory.db", file(archive.copy),
                                "xray.yaml", file(settings),
                                "features.properties", file(new byte[0]),
                                "settings.properties", file(new byte[0]))));
        assertThat(cached()).containsExactly("framework");
    }

    @Test
    void settingsThatAreNotThereAreLeftOut() throws Exception {
        assertThat(entries(server.open(PATH).body()).keySet()).containsExactly("memory.db", "manifest.json");
    }

    @Test
    void othersCannotReadTheCopyWhileItIsThere() throws Exception {
        archive.afterBackUp = () -> {
            try (Stream<Path> folders = Files.list(data.resolve("cache"))) {
                assertThat(folders.filter(folder -> !folder.endsWith("framework")))
                        .singleElement()
                        .satisfies(folder -> assertThat(
                                        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                                .isEqualTo("rwx------"));
            }
        };

        assertThat(server.get(PATH).statusCode()).isEqualTo(200);
    }

    @Test
    void storeThatIsNotCopiedIsAConflict() throws Exception {
        archive.afterBackUp = () -> {
            throw Refusal.of(Refusal.Code.CONFLICT, "Use pg_dump.");
        };

        HttpResponse<String> reply = server.get(PATH);

        assertThat(reply.statusCode()).isEqualTo(409);
        assertThat(Json.readObject(reply.body())).containsEntry("detail", "Use pg_dump.");
        assertThat(cached()).containsExactly("framework");
    }

    @Test
    void copyThatFailsIsAnErrorAndIsDeleted() throws Exception {
        archive.afterBackUp = () -> {
            throw new IOException("No space left on device");
        };

        assertThat(server.get(PATH).statusCode()).isEqualTo(500);
        assertThat(cached()).containsExactly("framework");
    }

    @Test
    void backupThatFailsOnItsWayDoesNotEndAsAWholeOne() throws Exception {
        archive.copy = new byte[3_000_000];
        new Random(1).nextBytes(archive.copy);
        Files.createDirectory(data.resolve("xray.yaml")); // exists and cannot be read as a file

        HttpResponse<InputStream> reply = server.open(PATH);

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThatIOException().isThrownBy(() -> reply.body().readAllBytes());
        assertThat(server.get("/elsewhere").statusCode()).isEqualTo(404); // the server goes on
    }

    @Test
    void onlyAnAdministratorGetsOne() throws Exception {
        for (Map.Entry<String, Integer> other :
                Map.of("Bearer agent", 403, "Bearer wrong", 401).entrySet()) {
            assertThat(server.send(server.request(PATH).setHeader("Authorization", other.getKey()))
                            .statusCode())
                    .isEqualTo(other.getValue());
        }
        assertThat(server.get(PATH + "?all=true").statusCode()).isEqualTo(400);
    }

    private List<String> cached() throws IOException {
        try (Stream<Path> content = Files.list(data.resolve("cache"))) {
            return content.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static Map<String, byte[]> entries(InputStream body) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(body)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    private static Map<String, Object> file(byte[] bytes) throws Exception {
        return Map.of(
                "bytes",
                (long) bytes.length,
                "sha256",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
    }
}
