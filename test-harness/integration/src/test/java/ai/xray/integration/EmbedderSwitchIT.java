package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Distribution;
import ai.xray.harness.Http;
import ai.xray.harness.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The embedder is changed while clients go on. {@code -Dxray.switch.cells=10000} is the size that the specification names. */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class EmbedderSwitchIT {
    private static final int CELLS = Integer.getInteger("xray.switch.cells", 300);
    // A sentence model embeds some 50 texts a second on one core, of which searches and other tests take their part.
    private static final Duration EMBEDDED =
            Duration.ofMinutes(2).plus(Duration.ofMillis(100).multipliedBy(CELLS));
    private static final String TABLE = "static";
    private static final String MODEL = "onnx";

    @TempDir
    private Path folder;

    @Test
    void cellsAreFoundByMeaningBeforeMeanwhileAndAfterAndNoRequestFails() throws Exception {
        Path data = folder.resolve("data");
        Xray.done(
                "import",
                Paraphrases.write(folder.resolve("cells.jsonl"), CELLS).toString(),
                "--data-dir",
                data.toString());
        try (ServerProcess server = Distribution.built().serve(data, "--features", "admin,onnx");
                Http http = new Http(server.baseUri())) {
            Admin admin = new Admin(http);
            await(admin, TABLE);
            try (Askers askers = new Askers(server.baseUri())) {
                askers.awaitHybrid();
                change(admin, askers, MODEL);
                change(admin, askers, TABLE);
                askers.requireNoFailure();
                assertThat(askers.missed())
                        .as("searches that missed what is meant")
                        .isZero();
                System.out.printf(
                        "%d cells: %d searches by meaning too, %d by words alone with a reason, %d writes, no failure%n",
                        CELLS, askers.hybrid(), askers.lexical(), askers.writes());
            }
        }
    }

    private static void change(Admin admin, Askers askers, String embedder) throws Exception {
        long start = System.nanoTime();
        int before = askers.hybrid();
        assertThat(admin.set("embedder", embedder))
                .containsEntry("value", embedder)
                .containsEntry("source", "changed")
                .containsEntry("effect", "at_once")
                .doesNotContainKey("next");
        Await.until(
                "the vectors of " + embedder + " serve",
                EMBEDDED,
                () -> askers.failed() || admin.progress().serves(embedder));
        System.out.printf(
                "%s serves %d cells after %d ms; meanwhile %d searches by meaning too%n",
                embedder,
                admin.progress().embedded(),
                Duration.ofNanos(System.nanoTime() - start).toMillis(),
                askers.hybrid() - before);
        askers.awaitHybrid();
    }

    private static void await(Admin admin, String embedder) throws Exception {
        Await.until("all cells have vectors of " + embedder, EMBEDDED, () -> {
            Admin.Progress progress = admin.progress();
            return progress.serves(embedder) && progress.embedded() >= CELLS && progress.waiting() == 0;
        });
    }
}
