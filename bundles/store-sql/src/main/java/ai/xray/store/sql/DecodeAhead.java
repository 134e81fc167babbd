package ai.xray.store.sql;

import ai.xray.memory.StoredCell;
import ai.xray.store.sql.CellReader.Row;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Decodes rows on other threads while the next are read, and shows the cells in the order of the rows: most of the time of a
 * scan goes into reading JSON. A few batches are under way at a time, whose size is bounded. Used by one thread.
 */
final class DecodeAhead implements AutoCloseable {
    private static final int BATCH_ROWS = 64;
    private static final int BATCH_CHARS = 1 << 20;
    private static final int BATCHES = 2 * Runtime.getRuntime().availableProcessors();

    private final Documents documents;
    private final Consumer<StoredCell> visitor;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Deque<Future<List<StoredCell>>> underWay = new ArrayDeque<>(BATCHES);
    private List<Row> batch = new ArrayList<>(BATCH_ROWS);
    private long batchChars;

    DecodeAhead(Documents documents, Consumer<StoredCell> visitor) {
        this.documents = documents;
        this.visitor = visitor;
    }

    /** Takes the next row; may show cells of earlier ones. */
    void add(Row row) throws IOException {
        batch.add(row);
        batchChars += row.document().length();
        if (batch.size() == BATCH_ROWS || batchChars >= BATCH_CHARS) {
            decodeBatch();
        }
    }

    /** Shows what was not shown yet. */
    void finish() throws IOException {
        decodeBatch();
        while (!underWay.isEmpty()) {
            showFirst();
        }
    }

    /** Gives up what was not shown. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }

    private void decodeBatch() throws IOException {
        if (underWay.size() == BATCHES) {
            showFirst();
        }
        List<Row> rows = batch;
        underWay.add(threads.submit(() -> decode(rows)));
        batch = new ArrayList<>(BATCH_ROWS);
        batchChars = 0;
    }

    private List<StoredCell> decode(List<Row> rows) throws IOException {
        List<StoredCell> cells = new ArrayList<>(rows.size());
        for (Row row : rows) {
            cells.add(documents.decode(row));
        }
        return cells;
    }

    private void showFirst() throws IOException {
        try {
            underWay.remove().get().forEach(visitor);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException unreadable -> throw unreadable;
                case Throwable defect -> throw new IllegalStateException(defect);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The scan of the memory store was interrupted.");
        }
    }
}
