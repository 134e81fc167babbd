package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Crowd;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.json.Json;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that search by meaning and write without a pause while something is done to the server. Every reply must hold the cell
 * that is meant, or say why it was not made by all means; every note written must be found by its words at once.
 */
final class Askers implements AutoCloseable {
    private static final int CLIENTS = 4;
    // Writing always, they would write more than a sentence model can embed, and no index would ever be up to date.
    private static final int SEARCHES_PER_WRITE = 20;
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private final Crowd crowd = new Crowd();
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicInteger hybrid = new AtomicInteger();
    private final AtomicInteger lexical = new AtomicInteger();
    private final AtomicInteger missed = new AtomicInteger();
    private volatile boolean ended;

    Askers(URI server) {
        for (Era era : Era.values()) {
            crowd.start(CLIENTS / Era.values().length, () -> askOn(server, era));
        }
    }

    /** How many searches were answered by meaning too, and all of them held what was meant. */
    int hybrid() {
        return hybrid.get();
    }

    /** How many searches were answered by words alone, and said why. */
    int lexical() {
        return lexical.get();
    }

    /** How many searches did not find what was meant, as vectors were still to be made, and said so. */
    int missed() {
        return missed.get();
    }

    int writes() {
        return writes.get();
    }

    /** Waits until searches that began after this moment were answered by meaning too. */
    void awaitHybrid() throws Exception {
        int enough = hybrid.get() + 2 * CLIENTS;
        Await.until("searches are answered by meaning", DEADLINE, () -> hybrid.get() >= enough || ended);
    }

    /** Waits until searches that began after this moment were answered, by whatever means. */
    void awaitMore() throws Exception {
        int enough = hybrid.get() + lexical.get() + 2 * CLIENTS;
        Await.until("searches are answered", DEADLINE, () -> hybrid.get() + lexical.get() >= enough || ended);
    }

    /** Stops the clients and fails if any call failed or any reply was not as it must be. */
    void requireNoFailure() throws Exception {
        ended = true;
        crowd.await();
    }

    /** Whether a client has ended, which before {@link #requireNoFailure} means that it failed. */
    boolean failed() {
        return ended;
    }

    @Override
    public void close() {
        ended = true;
        crowd.close();
    }

    private void askOn(URI server, Era era) throws Exception {
        try (McpClient client = McpClient.connect(server, era)) {
            for (int round = 0; !ended; round++) {
                ask(client, Paraphrases.PAIRS.get(round % Paraphrases.PAIRS.size()));
                if (round % SEARCHES_PER_WRITE == 0) {
                    write(new MemoryTools(client));
                }
            }
        } finally {
            ended = true;
        }
    }

    private void ask(McpClient client, Paraphrases.Pair pair) throws Exception {
        Map<String, Object> reply = client.callTool("search_memory", Map.of("query", pair.question()));
        if ("lexical".equals(reply.get("mode"))) {
            assertThat(reply.get("degraded"))
                    .as("why it is lexical only")
                    .asString()
                    .isNotBlank();
            lexical.incrementAndGet();
        } else {
            assertThat(reply).containsEntry("mode", "hybrid");
            List<Map<String, Object>> results = ((List<?>) reply.get("results"))
                    .stream().map(Json::asObject).toList();
            if (results.stream().noneMatch(result -> pair.id().equals(result.get("id")))
                    && reply.containsKey("degraded")) {
                missed.incrementAndGet();
                return;
            }
            assertThat(results)
                    .as(pair.question() + " " + reply)
                    .anySatisfy(result -> assertThat(result)
                            .containsEntry("id", pair.id())
                            .containsEntry("matched", List.of("semantic")));
            hybrid.incrementAndGet();
        }
    }

    private void write(MemoryTools memory) throws Exception {
        int number = writes.incrementAndGet();
        String word = "w" + Integer.toString(number * 7919, Character.MAX_RADIX) + "q";
        String id = memory.note("Round " + number, "The mark of this round is " + word + ".");
        assertThat(memory.search(word)).as("found by '%s'", word).contains(id);
    }
}
