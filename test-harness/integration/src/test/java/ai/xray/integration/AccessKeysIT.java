package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Exited;
import ai.xray.harness.Http;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys on a server that asks everybody who they are. */
class AccessKeysIT {
    private static final String INITIALIZE = Json.write(Map.of(
            "jsonrpc",
            "2.0",
            "id",
            1,
            "method",
            "initialize",
            "params",
            Map.of(
                    "protocolVersion",
                    "2025-11-25",
                    "capabilities",
                    Map.of(),
                    "clientInfo",
                    Map.of("name", "keys-it", "version", "1"))));

    @TempDir
    private Path dataDir;

    @Test
    void keyOfTheCommandLineOpensMcpAcrossARestartUntilItIsRevoked() throws Exception {
        try (ServerProcess first = Distribution.built().serve(dataDir, "--dev=false")) {
            Map<String, Object> made = Json.readObject(
                    keys(first, "create", "ada", "--scopes", "xray:memory.read", "--expires-in-days", "7", "--json"));
            String key = (String) made.get("key");
            String id = (String) made.get("id");
            assertThat(initialize(first, key)).isEqualTo(200);
            assertThat(initialize(first, key.substring(0, key.length() - 1) + "~"))
                    .isEqualTo(401);

            try (ServerProcess second = first.restart()) {
                assertThat(initialize(second, key)).isEqualTo(200);
                assertThat(keys(second)).contains(id, "ada", "last used").doesNotContain(key);

                keys(second, "revoke", id);
                assertThat(initialize(second, key)).isEqualTo(401);
                assertThat(second.log()).doesNotContain(key.substring(22));
            }
            assertThat(Files.readString(dataDir.resolve("access.db"), StandardCharsets.ISO_8859_1))
                    .doesNotContain(key.substring(22));
        }
    }

    @Test
    void wrongInvocationsSayWhatIsAllowed() throws Exception {
        Distribution xray = Distribution.built();
        String data = dataDir.toString();

        assertUsage(xray.run("admin", "keys", "create", "--data-dir", data), "usage: xray admin keys");
        assertUsage(xray.run("admin", "keys", "revoke", "x", "--agent", "--data-dir", data), "keys create");
        assertUsage(
                xray.run("admin", "keys", "create", "ada", "--expires-in-days", "soon", "--data-dir", data),
                "--expires-in-days: 'soon'");
    }

    private static void assertUsage(Exited exited, String message) {
        assertThat(exited.code()).isEqualTo(2);
        assertThat(exited.stderr()).contains(message);
    }

    private String keys(ServerProcess server, String... words) throws IOException, InterruptedException {
        String[] command = new String[words.length + 4];
        command[0] = "admin";
        command[1] = "keys";
        System.arraycopy(words, 0, command, 2, words.length);
        command[words.length + 2] = "--data-dir";
        command[words.length + 3] = dataDir.toString();
        assertThat(server.alive()).isTrue();
        return Xray.done(command);
    }

    private static int initialize(ServerProcess server, String key) throws IOException {
        try (Http http = new Http(server.baseUri())) {
            return http.post(
                            "/mcp",
                            Map.of(
                                    "Authorization",
                                    "Bearer " + key,
                                    "Content-Type",
                                    "application/json",
                                    "Accept",
                                    "application/json, text/event-stream"),
                            INITIALIZE)
                    .statusCode();
        }
    }
}
