package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Crowd;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MemorySurvivesKillIT {
    private static final System.Logger LOG = System.getLogger(MemorySurvivesKillIT.class.getName());
    private static final int WRITERS = 8;
    private static final int MORE = 100;
    private static final int MOST_CHANGES = 500;
    private static final int CYCLES = Integer.getInteger("xray.kill.cycles", 3);
    private static final int CYCLES_A_LINE = 10;
    /** A search by meaning may find a cell that no longer holds the word, as it should; here the index of words is tested. */
    private static final String BY_WORDS_ALONE = "--embedder=none";

    private static final Duration WRITING_DEADLINE = Duration.ofMinutes(2);

    @TempDir
    private Path dataDir;

    @ParameterizedTest
    @CsvSource({"SESSION, 1000", "STATELESS, 200"})
    void everyAcknowledgedCellIsThereOnceAfterAKillInTheMiddleOfWrites(Era era, int cells) throws Exception {
        Distribution distribution = Distribution.built();
        WrittenNotes notes = new WrittenNotes();
        int cut;
        try (ServerProcess server = distribution.serve(dataDir)) {
            try (McpClient client = McpClient.connect(server.baseUri(), era)) {
                assertThat(client.toolNames()).contains("upsert_memory", "search_memory", "get_memory", "list_memory");
                MemoryTools memory = new MemoryTools(client);
                for (int i = 0; i < cells; i++) {
                    notes.writeNext(memory);
                }
            }
            cut = killWhileWriting(server, era, notes);
        }
        assertThat(cut).as("writes that the kill left without an answer").isPositive();
        try (ServerProcess server = distribution.serve(dataDir);
                McpClient client = McpClient.connect(server.baseUri(), era)) {
            notes.requireKept(new MemoryTools(client));
        }
    }

    /**
     * Each time over the same data: changes of every sort by eight clients, a kill in their middle, and a look at all that is
     * left. {@code -Dxray.kill.cycles} says how often, {@code -Dxray.kill.seed} has the clients ask the same again.
     */
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS) // for many cycles; each wait within one has a deadline of its own
    void everyAcknowledgedChangeIsThereAndNoneByHalfAfterEachOfManyKills() throws Exception {
        Distribution distribution = Distribution.built();
        long seed = Long.getLong("xray.kill.seed", System.nanoTime());
        LOG.log(Level.INFO, "seed {0}", String.valueOf(seed));
        Random random = new Random(seed);
        KillCount count = new KillCount();
        List<OwnCells> all = IntStream.range(0, WRITERS)
                .mapToObj(i -> new OwnCells("client" + i, random.nextLong()))
                .toList();
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            try (ServerProcess server = distribution.serve(dataDir, BY_WORDS_ALONE)) {
                requireSound(server, all, count);
                changeUntilKilled(server, all, random.nextInt(MORE, MOST_CHANGES));
            }
            count.killed(all);
            if (count.kills % CYCLES_A_LINE == 0) {
                LOG.log(Level.INFO, "so far {0}", count);
            }
        }
        try (ServerProcess server = distribution.serve(dataDir, BY_WORDS_ALONE)) {
            requireSound(server, all, count);
        }
        LOG.log(Level.INFO, "seed {0}: {1}", String.valueOf(seed), count);
    }

    /** How much was put to the test. */
    private static final class KillCount {
        private int kills;
        private int acknowledged;
        private int unanswered;
        private int happened;
        private int searches;

        void killed(List<OwnCells> all) {
            kills++;
            acknowledged = all.stream().mapToInt(OwnCells::acknowledged).sum();
            unanswered += (int) all.stream().filter(OwnCells::cutOff).count();
        }

        @Override
        public String toString() {
            return "%d kills, %d changes acknowledged, %d unanswered of which %d had happened, %d searches"
                    .formatted(kills, acknowledged, unanswered, happened, searches);
        }
    }

    private static void requireSound(ServerProcess server, List<OwnCells> all, KillCount count) throws Exception {
        try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            MemoryTools memory = new MemoryTools(client);
            Map<String, Map<String, Object>> stored = new HashMap<>();
            for (Map<String, Object> cell : memory.list()) {
                assertThat(stored.put((String) cell.get("id"), cell))
                        .as("listed twice")
                        .isNull();
            }
            assertThat(all.stream().flatMap(cells -> cells.used().stream())).containsAll(stored.keySet());
            for (OwnCells cells : all) {
                count.happened += cells.requireWhole(stored) ? 1 : 0;
            }
            AtomicInteger searches = new AtomicInteger();
            Crowd.forEach(all, WRITERS, cells -> searches.addAndGet(cells.requireFound(memory)));
            count.searches += searches.get();
        }
    }

    private static void changeUntilKilled(ServerProcess server, List<OwnCells> all, int changes) throws Exception {
        AtomicInteger done = new AtomicInteger();
        try (Crowd crowd = new Crowd()) {
            for (OwnCells cells : all) {
                crowd.start(() -> {
                    try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
                        while (true) {
                            cells.changeOne(client);
                            done.incrementAndGet();
                        }
                    } catch (IOException e) {
                        // the kill
                    }
                });
            }
            Await.until(
                    changes + " changes are acknowledged",
                    WRITING_DEADLINE,
                    () -> done.get() >= changes || crowd.ended());
            server.kill();
            crowd.await();
        }
        assertThat(done).hasValueGreaterThanOrEqualTo(changes);
    }

    /** Returns how many writes were never answered. */
    private static int killWhileWriting(ServerProcess server, Era era, WrittenNotes notes) throws Exception {
        int target = notes.acknowledged() + MORE;
        try (Crowd crowd = new Crowd();
                McpClient client = McpClient.connect(server.baseUri(), era)) {
            MemoryTools memory = new MemoryTools(client);
            crowd.start(WRITERS, () -> writeUntilTheServerIsGone(memory, notes));
            Await.until(target + " writes are acknowledged", WRITING_DEADLINE, () -> notes.acknowledged() >= target);
            server.kill();
            crowd.await();
        }
        return notes.unanswered();
    }

    private static void writeUntilTheServerIsGone(MemoryTools memory, WrittenNotes notes) {
        try {
            while (true) {
                notes.writeNext(memory);
            }
        } catch (IOException e) {
            // the kill
        }
    }
}
