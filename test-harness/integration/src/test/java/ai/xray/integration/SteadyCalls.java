package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Await;
import ai.xray.harness.Crowd;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients of both eras that write, read and list without a pause while something else is done to the server. */
final class SteadyCalls implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Crowd crowd = new Crowd();
    private final AtomicInteger rounds = new AtomicInteger();
    private volatile boolean ended;

    SteadyCalls(URI server) throws Exception {
        for (Era era : Era.values()) {
            crowd.start(() -> callOn(server, era));
        }
        awaitMore();
    }

    /** Waits until calls that began after this moment have been answered. */
    void awaitMore() throws Exception {
        int enough = rounds.get() + 2 * Era.values().length;
        Await.until("clients are answered", DEADLINE, () -> rounds.get() >= enough || ended);
    }

    /** Stops the clients and fails if any call of theirs failed. */
    void requireNoFailure() throws Exception {
        ended = true;
        crowd.await();
    }

    @Override
    public void close() {
        ended = true;
        crowd.close();
    }

    private void callOn(URI server, Era era) throws Exception {
        try (McpClient client = McpClient.connect(server, era)) {
            MemoryTools memory = new MemoryTools(client);
            while (!ended) {
                int round = rounds.incrementAndGet();
                String id = memory.note("Round " + round, "Written by the client of " + era + ".");
                assertThat(memory.get(id)).containsEntry("id", id);
                assertThat(client.toolNames()).contains("upsert_memory", "search_memory", "get_memory");
            }
        } finally {
            ended = true;
        }
    }
}
