package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Distribution;
import ai.xray.harness.Http;
import ai.xray.harness.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parts of search are replaced while clients search without a pause. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LiveSearchIT {
    private static final int CELLS = 200;
    private static final int TIMES = 3;
    private static final String SERVE = "serve now";
    private static final Duration NOTICED = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Path data;

    @BeforeEach
    void fillMemory() throws Exception {
        data = folder.resolve("data");
        Path cells = Paraphrases.write(folder.resolve("cells.jsonl"), CELLS);
        Xray.done("import", cells.toString(), "--data-dir", data.toString());
    }

    @Test
    void anotherRankerTakesOverAndLeavesAndNoRequestFails() throws Exception {
        String name = "ai.xray.ranker.lexical";
        Path copy = Files.createDirectories(data.resolve("bundles")).resolve("copy.jar");
        try (ServerProcess server = Distribution.built().serve(data, "--log-level", "info");
                Http http = new Http(server.baseUri())) {
            awaitVectors(new Admin(http));
            try (Askers askers = new Askers(server.baseUri())) {
                for (int time = 1; time <= TIMES; time++) {
                    int times = time;
                    new CopiedBundle(name).moveTo(copy);
                    Await.until("the copy runs", NOTICED, () -> told(server, name + ".copy 0.1.0") == times);
                    askers.awaitHybrid();
                    Files.delete(copy);
                    Await.until("the copy is gone", NOTICED, () -> told(server, name + ".copy is gone") == times);
                    askers.awaitHybrid();
                }
                askers.requireNoFailure();
            }
        }
    }

    /**
     * While the copy comes, the original serves, so that no search is by words alone. When the copy goes there is nothing
     * filled: searches say so until the original is filled again, by itself.
     */
    @Test
    void anotherVectorRankerIsFilledBehindAndSearchesGoOnByMeaning() throws Exception {
        String name = "ai.xray.ranker.hnsw";
        Path copy = Files.createDirectories(data.resolve("bundles")).resolve("copy.jar");
        try (ServerProcess server = Distribution.built().serve(data, "--log-level", "info");
                Http http = new Http(server.baseUri())) {
            awaitVectors(new Admin(http));
            try (Askers askers = new Askers(server.baseUri())) {
                askers.awaitHybrid();
                int before = askers.lexical();
                int serve = told(server, SERVE);
                new CopiedBundle(name).moveTo(copy);
                Await.until("the copy is filled", NOTICED, () -> askers.failed() || told(server, SERVE) > serve);
                askers.awaitHybrid();
                assertThat(askers.lexical())
                        .as("searches by words alone while another came")
                        .isEqualTo(before);
                Files.delete(copy);
                Await.until("the copy is gone", NOTICED, () -> told(server, name + ".copy is gone") > 0);
                askers.awaitHybrid();
                askers.requireNoFailure();
            }
        }
    }

    @Test
    void embedderThatGoesWithItsFeatureLeavesWordsAndComesBack() throws Exception {
        try (ServerProcess server = Distribution.built().serve(data, "--features", "admin,onnx", "--embedder", "onnx");
                Http http = new Http(server.baseUri())) {
            Admin admin = new Admin(http);
            awaitVectors(admin);
            try (Askers askers = new Askers(server.baseUri())) {
                askers.awaitHybrid();
                admin.feature("onnx", false);
                askers.awaitMore();
                admin.feature("onnx", true);
                askers.awaitHybrid();
                askers.requireNoFailure();
            }
            assertThat(admin.progress().fingerprint()).startsWith("onnx");
        }
    }

    private static void awaitVectors(Admin admin) throws Exception {
        Await.until("all cells have vectors", NOTICED, () -> admin.progress().embedded() >= CELLS);
    }

    private static int told(ServerProcess server, String what) {
        return server.log().split(what, -1).length - 1;
    }
}
