package ai.xray.rest.memory;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.event.MemoryEvent;
import ai.xray.event.MemoryEvent.Operation;
import ai.xray.memory.Kind;
import ai.xray.rest.memory.EventLog.Batch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventLogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EventLog log = new EventLog();

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void readerGetsEveryEventOnceAndInOrder() throws InterruptedException {
        for (int i = 1; i <= 200; i++) {
            log.on(change("c" + i));
        }
        List<String> heard = new ArrayList<>();
        long last = 0;
        while (last < log.last()) {
            Batch batch = log.after(last, PATIENCE, log.new Reader());
            batch.events().forEach(told -> heard.add(((MemoryEvent.Change) told.event()).id()));
            assertThat(batch.missed()).isFalse();
            last = batch.last();
        }
        assertThat(heard).hasSize(200).startsWith("c1", "c2").endsWith("c200").doesNotHaveDuplicates();
    }

    @Test
    void waitingReadersAreWokenByAnEvent() throws Exception {
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Batch>> batches = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                batches.add(readers.submit(() -> log.after(0, PATIENCE, log.new Reader())));
            }
            log.on(change("a"));
            for (Future<Batch> batch : batches) {
                assertThat(batch.get().events()).hasSize(1);
            }
        }
    }

    @Test
    void readerBehindTheOldestHasMissedSomething() throws InterruptedException {
        for (int i = 1; i <= EventLog.CAPACITY; i++) {
            log.on(change("c" + i));
        }
        assertThat(log.after(0, PATIENCE, log.new Reader()).missed()).isFalse();
        log.on(change("one more"));
        Batch batch = log.after(0, PATIENCE, log.new Reader());
        assertThat(batch.missed()).isTrue();
        assertThat(batch.events().getFirst().number()).isEqualTo(2);
    }

    @Test
    void waitEndsWithoutAnEventWhenItsTimeIsUp() throws InterruptedException {
        Batch batch = log.after(0, Duration.ofMillis(1), log.new Reader());
        assertThat(batch.events()).isEmpty();
        assertThat(batch.over()).isFalse();
    }

    @Test
    void closingAReaderOrTheLogEndsTheWait() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            EventLog.Reader reader = log.new Reader();
            Future<Batch> one = threads.submit(() -> log.after(0, PATIENCE, reader));
            Future<Batch> other = threads.submit(() -> log.after(0, PATIENCE, log.new Reader()));
            reader.close();
            assertThat(one.get().over()).isTrue();
            assertThat(other.isDone()).isFalse();
            log.close();
            assertThat(other.get().over()).isTrue();
        }
    }

    @Test
    void nameOfAnotherProcessIsNotOurs() {
        assertThat(log.number(log.name(7))).contains(7L);
        try (Other other = new Other()) {
            assertThat(log.number(other.log.name(7))).isEmpty();
        }
        assertThat(log.number("7")).isEmpty();
        assertThat(log.number(log.name(7) + "0000000000000000000")).isEmpty();
    }

    /** The log of another process. */
    private record Other(EventLog log) implements AutoCloseable {
        Other() {
            this(new EventLog());
        }

        @Override
        public void close() {
            log.close();
        }
    }

    private static MemoryEvent change(String id) {
        return new MemoryEvent.Change(Operation.CREATED, id, Kind.NOTE, Optional.empty());
    }
}
