package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import ai.xray.search.Document;
import ai.xray.search.Ranker;
import ai.xray.search.TextIndex;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The index of one ranker: filled, then searched, then dropped. Writes reach it from the moment it exists. */
final class Shelf {
    private final Ranker ranker;
    private final Standing standing;
    private final TextIndex<MemoryCell> index;
    private final CountDownLatch dropped = new CountDownLatch(1);
    private volatile boolean filled;

    Shelf(Ranker ranker, Standing standing) {
        this.ranker = ranker;
        this.standing = standing;
        index = ranker.open();
    }

    Ranker ranker() {
        return ranker;
    }

    Standing standing() {
        return standing;
    }

    TextIndex<MemoryCell> index() {
        return index;
    }

    void put(MemoryCell cell, Head head) {
        index.put(new Document<>(cell.id(), cell.title(), cell.content(), cell.updatedAt(), head.bare()));
    }

    void remove(String id) {
        index.remove(id);
    }

    boolean filled() {
        return filled;
    }

    void setFilled() {
        filled = true;
    }

    boolean dropped() {
        return dropped.getCount() == 0;
    }

    void drop() {
        dropped.countDown();
    }

    /** Waits until the shelf is dropped, at most {@code millis}; whether it is. */
    boolean awaitDrop(long millis) throws InterruptedException {
        return dropped.await(millis, TimeUnit.MILLISECONDS);
    }
}
