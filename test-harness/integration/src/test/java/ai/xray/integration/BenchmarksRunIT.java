package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.xray.bench.load.CallBench;
import ai.xray.bench.load.SearchBench;
import ai.xray.bench.load.WriteBench;
import ai.xray.bench.method.MethodBench;
import ai.xray.bench.start.StartBench;
import ai.xray.harness.Distribution;
import ai.xray.harness.NodeClients;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The benchmarks still run; what so short a run measures means nothing. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class BenchmarksRunIT {
    private static final String FEW_CELLS = "300";

    private final String home = Distribution.built().home().toString();

    @TempDir
    private Path folder;

    @Test
    void writesAreMeasured() throws Exception {
        Path raw = folder.resolve("raw.txt");
        WriteBench.main(new String[] {home, raw.toString(), folder.toString(), "smoke"});
        assertThat(raw)
                .content()
                .contains("raw driver", "note, 8 clients", "stable_fact, 8 clients", "times what one does");
    }

    @Test
    void searchesAreMeasured() throws Exception {
        Path raw = folder.resolve("raw.txt");
        SearchBench.main(new String[] {home, raw.toString(), FEW_CELLS, "smoke"});
        assertThat(raw).content().contains("lexical, 300 cells", "hybrid, 300 cells", "over HTTP, 8 clients");
    }

    @Test
    void callsAreMeasured() throws Exception {
        String peers = System.getProperty("xray.peers");
        if (!NodeClients.mustBeThere()) {
            assumeThat(Path.of(peers, "node_modules")).as("npm packages").exists();
        }
        Path raw = folder.resolve("raw.txt");
        CallBench.main(new String[] {home, System.getProperty("xray.example.bundle"), peers, raw.toString(), "smoke"});
        assertThat(raw).content().contains("TypeScript SDK", "X-Ray");
    }

    @Test
    void methodsAreMeasured() throws Exception {
        MethodBench.main(new String[] {"smoke"});
    }

    @Test
    void startsAreMeasured() throws Exception {
        StartBench.main(new String[] {home, "1", folder.resolve("data").toString()});
    }
}
