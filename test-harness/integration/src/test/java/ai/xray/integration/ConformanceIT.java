package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Exited;
import ai.xray.harness.McpClient;
import ai.xray.harness.NodeClients;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The official conformance suite against the distribution with the suite's fixtures dropped in. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ConformanceIT {
    private static final Pattern RESULT_FOLDER =
            Pattern.compile("server-(.+)-\\d{4}-\\d{2}-\\d{2}T\\d{2}-\\d{2}-\\d{2}-\\d{3}Z");

    /** Fewer would mean that the suite did not run what the revision requires. */
    private static final Map<Era, Integer> LEAST_SCENARIOS = Map.of(Era.SESSION, 30, Era.STATELESS, 37);

    /** Scenarios of an optional extension that is not offered. The suite runs them and does not score them. */
    private static final String TASKS = "tasks-";

    @TempDir
    private Path dataDir;

    @TempDir
    private Path results;

    @ParameterizedTest
    @EnumSource(Era.class)
    void everyScenarioOfWhatIsOfferedPasses(Era era) throws Exception {
        NodeClients clients = InstalledClients.orSkip(results);
        Path fixtures = Path.of(System.getProperty("xray.conformance.fixtures"));
        assertThat(fixtures).as("the bundle of the fixtures").isRegularFile();
        Path bundles = Files.createDirectories(dataDir.resolve("bundles"));
        Files.copy(fixtures, bundles.resolve(fixtures.getFileName()));
        try (ServerProcess server = Distribution.built().serve(dataDir)) {
            awaitFixtures(server, era);
            Exited suite = clients.program(
                    "conformance",
                    "server",
                    "--url",
                    NodeClients.endpoint(server.baseUri()),
                    "--requirements",
                    era.revision(),
                    "--output-dir",
                    results.toString());
            assertThat(failures(era, suite)).as("scenarios with a failed check").isEmpty();
        }
    }

    private static void awaitFixtures(ServerProcess server, Era era) throws Exception {
        try (McpClient client = McpClient.connect(server.baseUri(), era)) {
            Await.until(
                    "the fixture tools are listed",
                    Duration.ofSeconds(30),
                    () -> client.toolNames().contains("test_simple_text"));
        }
    }

    /** Failed checks by scenario. */
    private SortedMap<String, List<String>> failures(Era era, Exited suite) throws IOException {
        SortedMap<String, List<String>> failures = new TreeMap<>();
        int scenarios = 0;
        try (Stream<Path> folders = Files.list(results)) {
            for (Path folder : folders.toList()) {
                Matcher name = RESULT_FOLDER.matcher(folder.getFileName().toString());
                if (name.matches() && !name.group(1).startsWith(TASKS)) {
                    scenarios++;
                    List<String> failed = failedChecks(folder.resolve("checks.json"));
                    if (!failed.isEmpty()) {
                        failures.put(name.group(1), failed);
                    }
                }
            }
        }
        assertThat(scenarios)
                .as("scenarios that ran%n%s%n%s", suite.stdout(), suite.stderr())
                .isGreaterThanOrEqualTo(LEAST_SCENARIOS.get(era));
        return failures;
    }

    private static List<String> failedChecks(Path checks) throws IOException {
        List<?> all = (List<?>) Json.read(Files.readString(checks));
        return all.stream()
                .map(Json::asObject)
                .filter(check -> "FAILURE".equals(check.get("status")))
                .map(check -> check.get("id") + ": " + check.get("errorMessage"))
                .toList();
    }
}
