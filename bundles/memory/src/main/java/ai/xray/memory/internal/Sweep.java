package ai.xray.memory.internal;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Plan;
import ai.xray.memory.internal.corpus.Position;
import ai.xray.memory.internal.rule.Retention;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Deletes what is past its time, from a minute after the start on and then once an interval: cells past their deadline but
 * durable ones, and episodic cells that are too old or more than the newest {@value #MOST_EPISODES}.
 */
final class Sweep implements AutoCloseable {
    static final int BATCH = 200; // cells of one transaction, so that writers never wait long
    static final int MOST_EPISODES = 10_000;

    private static final Logger LOG = System.getLogger(Sweep.class.getName());
    private static final Duration FIRST_WAIT = Duration.ofMinutes(1); // whoever restarts often is swept all the same

    private final Cells cells;
    private final Retention retention;
    private final Duration interval;
    private final InstantSource clock;
    private final Background sweeper = new Background("xray-memory-sweep");

    /** A sweep once every {@code interval}; never when that is zero. */
    Sweep(Cells cells, Retention retention, Duration interval, InstantSource clock) {
        this.cells = cells;
        this.retention = retention;
        this.interval = interval;
        this.clock = clock;
    }

    /** Begins to sweep. */
    void open() {
        if (interval.isPositive()) {
            sweeper.start(this::repeat);
        }
    }

    @Override
    public void close() {
        sweeper.close();
    }

    private void repeat() throws InterruptedException {
        long wait = Math.min(interval.toMillis(), FIRST_WAIT.toMillis());
        while (!sweeper.awaitStop(wait)) {
            try {
                int deleted = once();
                LOG.log(
                        Level.DEBUG,
                        "{0} cells past their time are deleted",
                        deleted); // the number counts private cells
            } catch (IOException | RuntimeException e) { // whatever it is, the next sweep may do better
                LOG.log(Level.WARNING, "cells past their time cannot be deleted now; the next sweep tries again", e);
            }
            wait = interval.toMillis();
        }
    }

    /** Sweeps, and tells how many cells that deleted. */
    int once() throws IOException {
        Instant now = clock.instant();
        Predicate<MemoryCell> surplus = surplus();
        Predicate<MemoryCell> due = cell -> retention.reaps(cell, now) || surplus.test(cell);
        int deleted = 0;
        Optional<Position> last = Optional.empty();
        List<Head> heads;
        do {
            heads = cells.corpus().newest(last, due, BATCH);
            deleted += delete(heads.stream().map(Head::id).toList(), due);
            last = heads.isEmpty() ? last : Optional.of(heads.getLast().position());
        } while (heads.size() == BATCH && !Thread.currentThread().isInterrupted());
        return deleted;
    }

    private int delete(List<String> ids, Predicate<MemoryCell> due) throws IOException {
        if (ids.isEmpty()) {
            return 0;
        }
        return cells.write(ids, current -> {
            List<MemoryWrite> writes = writes(ids, current, due);
            return new Plan<>(writes, writes.size());
        });
    }

    private static List<MemoryWrite> writes(
            List<String> ids, Map<String, StoredCell> current, Predicate<MemoryCell> due) {
        return ids.stream()
                .map(current::get)
                .filter(Objects::nonNull)
                .filter(stored -> due.test(stored.cell()))
                .<MemoryWrite>map(stored -> new MemoryWrite.Delete(stored.cell().id(), stored.revision()))
                .toList();
    }

    /** Which episodic cells come after the last that is kept. */
    private Predicate<MemoryCell> surplus() {
        Predicate<MemoryCell> episodic = cell -> cell.kind() == Kind.EPISODIC;
        List<Head> kept = cells.corpus().newest(Optional.empty(), episodic, MOST_EPISODES);
        if (kept.size() < MOST_EPISODES) {
            return cell -> false;
        }
        Position last = kept.getLast().position();
        return episodic.and(cell -> new Position(cell.updatedAt(), cell.id()).compareTo(last) > 0);
    }
}
