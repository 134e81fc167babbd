package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import ai.xray.harness.Await;
import ai.xray.harness.Crowd;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Exited;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.NodeClients;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that other people wrote, against the distribution. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RealClientsIT {
    private static final int EACH = 100;
    private static final Duration NOTICED = Duration.ofSeconds(20);

    @TempDir
    private Path dataDir;

    @TempDir
    private Path home;

    private NodeClients clients;
    private ServerProcess server;
    private String endpoint;

    @BeforeEach
    void start() throws Exception {
        clients = InstalledClients.orSkip(home);
        server = Distribution.built().serve(dataDir);
        endpoint = NodeClients.endpoint(server.baseUri());
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void theOfficialClientRemembersInBothEras(Era era) throws Exception {
        Map<String, Object> saw = json(clients.script("remember.mjs", endpoint, era.revision()));
        assertThat(saw).containsEntry("revision", era.revision());
        assertThat(saw.get("tools")).asInstanceOf(LIST).contains("upsert_memory", "search_memory", "get_memory");
        Map<String, Object> written = Json.asObject(saw.get("written"));
        assertThat(written).containsEntry("status", "created");
        assertThat(saw.get("found")).asInstanceOf(LIST).first().isEqualTo(written.get("id"));
    }

    @Test
    void whatTwoClientProcessesWriteAtOnceIsAllThere() throws Exception {
        Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
        try (Crowd crowd = new Crowd()) {
            for (Era era : Era.values()) {
                crowd.start(() -> acknowledged.addAll(
                        ok(clients.script("write.mjs", endpoint, era.revision(), era.name(), "" + EACH, "4"))
                                .stdout()
                                .lines()
                                .toList()));
            }
            crowd.await();
        }
        assertThat(acknowledged).hasSize(2 * EACH);
        try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            assertThat(new MemoryTools(client).list())
                    .extracting(cell -> cell.get("id") + "\t" + cell.get("title"))
                    .containsExactlyInAnyOrderElementsOf(acknowledged);
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void theOfficialClientIsToldThatAToolCameAndWent(Era era) throws Exception {
        Path listening = home.resolve("listening");
        Path bundles = Files.createDirectories(dataDir.resolve("bundles"));
        Path jar = bundles.resolve("say.jar");

        try (Crowd crowd = new Crowd();
                McpClient client = McpClient.connect(server.baseUri(), era)) {
            crowd.start(() -> assertThat(
                            ok(clients.script("watch.mjs", endpoint, era.revision(), "say", listening.toString()))
                                    .stdout())
                    .isEqualTo("came went"));
            Await.until("the client is connected", NOTICED, () -> Files.exists(listening) || crowd.ended());
            // In the session era the client opens its stream after it connected, so the first change may come too
            // early.
            while (!crowd.ended()) {
                new SayBundle("1.0.0", "say", "one").moveTo(jar);
                Await.until(
                        "the tool is listed", NOTICED, () -> client.toolNames().contains("say"));
                Files.delete(jar);
                Await.until(
                        "the tool is gone", NOTICED, () -> !client.toolNames().contains("say"));
            }
            crowd.await();
        }
    }

    @Test
    void mcporterListsAndCalls() throws Exception {
        Map<String, Object> listed = json(clients.program("mcporter", "list", endpoint, "--allow-http", "--json"));
        assertThat(listed).containsEntry("status", "ok");
        assertThat(listed.get("tools")).asString().contains("upsert_memory");
        String cell = Json.write(Map.of("kind", "note", "title", "Written by mcporter", "content", "Over plain HTTP."));
        Map<String, Object> written = json(mcporterCall("upsert_memory", cell));
        assertThat(written).containsEntry("status", "created");
        Map<String, Object> found = json(mcporterCall("search_memory", Json.write(Map.of("query", "mcporter"))));
        assertThat(found.get("results")).asString().contains((String) written.get("id"));
    }

    @Test
    void theInspectorListsAndCallsAndFindsNoFaultWithTheSchemas() throws Exception {
        Map<String, Object> listed = json(inspect("tools/list", "--strict"));
        assertThat(listed.get("tools")).asString().contains("upsert_memory");
        Map<String, Object> written = json(inspect(
                "tools/call",
                "--tool-name",
                "upsert_memory",
                "--tool-arg",
                "kind=note",
                "title=Written by the inspector",
                "content=From its command line."));
        Map<String, Object> structured = Json.asObject(written.get("structuredContent"));
        assertThat(structured).containsEntry("status", "created");
        Map<String, Object> found =
                json(inspect("tools/call", "--tool-name", "search_memory", "--tool-arg", "query=inspector"));
        assertThat(found.get("structuredContent")).asString().contains((String) structured.get("id"));
    }

    @Test
    void theInspectorCallsOverTheTransportOf2024() throws Exception {
        Map<String, Object> found = json(clients.program(
                "mcp-inspector",
                "--cli",
                endpoint.replaceAll("/mcp$", "/sse"),
                "--transport",
                "sse",
                "--method",
                "tools/call",
                "--tool-name",
                "list_memory"));
        assertThat(Json.asObject(found.get("structuredContent"))).containsKey("cells");
    }

    @Test
    void theInspectorStartsTheServerItselfAndReadsResourcesAndPrompts() throws Exception {
        Path program = Distribution.built().home().resolve("bin/xray");
        String[] started = {"--cli", program.toString(), "mcp", "--data-dir", dataDir.toString()};
        Map<String, Object> prompts = json(clients.program("mcp-inspector", with(started, "--method", "prompts/list")));
        assertThat(prompts.get("prompts")).asString().contains("recall");
        Map<String, Object> templates =
                json(clients.program("mcp-inspector", with(started, "--method", "resources/templates/list")));
        assertThat(templates.get("resourceTemplates")).asString().contains("xray://cell/{id}");
    }

    private static String[] with(String[] first, String... more) {
        List<String> all = new ArrayList<>(Arrays.asList(first));
        all.addAll(Arrays.asList(more));
        return all.toArray(String[]::new);
    }

    private Exited mcporterCall(String tool, String arguments) throws Exception {
        return clients.program(
                "mcporter",
                "call",
                "--http-url",
                endpoint,
                "--allow-http",
                "--tool",
                tool,
                "--args",
                arguments,
                "--output",
                "json");
    }

    private Exited inspect(String method, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--cli", endpoint, "--transport", "http", "--method", method));
        arguments.addAll(Arrays.asList(more));
        return clients.program("mcp-inspector", arguments.toArray(String[]::new));
    }

    private static Map<String, Object> json(Exited exited) {
        return Json.readObject(ok(exited).stdout());
    }

    private static Exited ok(Exited exited) {
        assertThat(exited.code()).as(exited.stdout() + exited.stderr()).isZero();
        return exited;
    }
}
