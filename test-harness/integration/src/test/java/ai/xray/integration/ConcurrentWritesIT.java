package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Crowd;
import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConcurrentWritesIT {
    private static final int PIPELINED = 50;
    private static final int EACH = 100;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration LOAD = Duration.ofSeconds(Integer.getInteger("xray.load.seconds", 3));

    @TempDir
    private Path dataDir;

    @Test
    void fiftyWritesAtOnceAndTwoWritersOfAHundredAreAllStoredAndFound() throws Exception {
        WrittenNotes notes = new WrittenNotes();
        try (ServerProcess server = Distribution.built().serve(dataDir);
                McpClient pipelining = McpClient.connect(server.baseUri(), Era.SESSION)) {
            MemoryTools memory = new MemoryTools(pipelining);
            try (Crowd crowd = new Crowd()) {
                crowd.start(PIPELINED, () -> notes.writeNext(memory));
                crowd.start(() -> writeAsOwnClient(server.baseUri(), Era.SESSION, notes));
                crowd.start(() -> writeAsOwnClient(server.baseUri(), Era.STATELESS, notes));
                crowd.await();
            }
            assertThat(notes.acknowledged()).isEqualTo(PIPELINED + 2 * EACH);
            notes.requireKept(memory);
            notes.requireNothingElse(memory);
        }
    }

    @Test
    void aReaderNeverMakesAWriterFail() throws Exception {
        WrittenNotes notes = new WrittenNotes();
        AtomicInteger reads = new AtomicInteger();
        try (ServerProcess server = Distribution.built().serve(dataDir);
                McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
            MemoryTools memory = new MemoryTools(client);
            long end = System.nanoTime() + LOAD.toNanos();
            try (Crowd crowd = new Crowd()) {
                crowd.start(2, () -> {
                    while (System.nanoTime() - end < 0) {
                        notes.writeNext(memory);
                    }
                });
                crowd.start(() -> {
                    while (System.nanoTime() - end < 0) {
                        memory.search("kept");
                        memory.list();
                        reads.incrementAndGet();
                        LockSupport.parkNanos(POLL.toNanos());
                    }
                });
                crowd.await();
            }
            assertThat(notes.unanswered()).isZero();
            assertThat(reads).hasPositiveValue();
            notes.requireKept(memory);
        }
    }

    private static void writeAsOwnClient(URI server, Era era, WrittenNotes notes) throws Exception {
        try (McpClient client = McpClient.connect(server, era)) {
            MemoryTools memory = new MemoryTools(client);
            for (int i = 0; i < EACH; i++) {
                notes.writeNext(memory);
            }
        }
    }
}
