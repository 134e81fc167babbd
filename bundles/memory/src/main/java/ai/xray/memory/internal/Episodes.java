package ai.xray.memory.internal;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.Scope;
import ai.xray.memory.Spelling;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Plan;
import ai.xray.memory.internal.rule.Retention;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Remembers what was asked and recalled, as episodic cells that are written behind the reads. A read neither waits for them
 * nor fails with them: of a flood only the first few each second are kept, and those that wait when the server stops are
 * lost.
 *
 * <p>What was asked with a subject is private to it. The ids of what was recalled stand in {@code data.recalled}, not in
 * links: an episode cites nothing, so that it is no neighbour of a cell and no refutation reaches it.
 */
final class Episodes implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Episodes.class.getName());
    private static final int MOST_WAITING = 16;
    private static final long PAUSE_MILLIS = 1000; // one commit a second at most, however many ask

    private final Cells cells;
    private final InstantSource clock;
    private final boolean kept;
    private final BlockingQueue<MemoryCell> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Background writer = new Background("xray-memory-episodes");
    private boolean failing; // only the writer's thread looks at it

    Episodes(Cells cells, InstantSource clock, Retention retention) {
        this.cells = cells;
        this.clock = clock;
        kept = !retention.episodicTtl().isZero();
    }

    /** Begins to write. */
    void open() {
        if (kept) {
            writer.start(this::write);
        }
    }

    @Override
    public void close() {
        writer.close();
    }

    /** Takes note of an answer; a blank query asked for nothing and is not noted. */
    void add(String query, Optional<String> subject, List<String> recalled) {
        if (kept && !query.isBlank() && waiting.remainingCapacity() > 0) {
            boolean taken = waiting.offer(episode(query, subject, recalled));
            LOG.log(Level.TRACE, "an episode is {0}", taken ? "noted" : "dropped");
        }
    }

    private MemoryCell episode(String query, Optional<String> subject, List<String> recalled) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        MemoryCell.Builder cell = MemoryCell.cell("episode-" + UUID.randomUUID(), Kind.EPISODIC, now)
                .title("Asked: " + Spelling.excerpt(query))
                .content(query)
                .data(Map.of("recalled", recalled));
        subject.ifPresent(owner -> cell.scope(Scope.PRIVATE).subject(owner));
        return cell.build();
    }

    private void write() throws InterruptedException {
        do {
            List<MemoryCell> batch = new ArrayList<>(MOST_WAITING);
            batch.add(waiting.take());
            waiting.drainTo(batch);
            save(batch);
        } while (!writer.awaitStop(PAUSE_MILLIS));
    }

    private void save(List<MemoryCell> batch) {
        List<MemoryWrite> writes = batch.stream()
                .<MemoryWrite>map(cell -> new MemoryWrite.Put(cell, MemoryWrite.ABSENT))
                .toList();
        try {
            cells.write(batch.stream().map(MemoryCell::id).toList(), current -> new Plan<>(writes, writes.size()));
            failing = false;
        } catch (InterruptedIOException e) {
            LOG.log(Level.DEBUG, "episodic cells asked for last may be lost", e);
            Thread.currentThread().interrupt(); // the end that close() asked for
        } catch (IOException | RuntimeException e) { // whatever it is, the next batch may do better
            if (!failing) {
                LOG.log(Level.WARNING, "episodic cells cannot be written; those asked meanwhile are dropped", e);
            }
            failing = true;
        }
    }
}
