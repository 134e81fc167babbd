package ai.xray.store.sql;

import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Delete;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import ai.xray.store.sql.CellReader.Row;
import ai.xray.store.sql.Outcome.Committed;
import ai.xray.store.sql.Outcome.Conflict;
import ai.xray.store.sql.Outcome.Failed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Cells in one SQL database; a component per database extends it with its {@link Dialect}. Thread-safe.
 *
 * <p>Several processes may share a database: every comparison of revisions happens inside a transaction of it.
 */
class SqlStore implements MemoryStore, AutoCloseable {
    private static final int READERS = 8;
    private static final Duration LONGEST_READ = Duration.ofMinutes(30);
    private static final String CLOSED = "The memory store is closed.";

    private final Dialect dialect;
    private final Health health;
    private final Documents documents;
    private final CellWriter writer;
    private final GroupCommit commits;
    private final ReadPool reads;
    private final LongReads longReads;
    private volatile boolean closed;

    /**
     * Opens the database and writes it once, so that one that cannot be written is known now.
     *
     * @throws IOException when the database cannot be used, with a sentence that says why and what to do
     */
    SqlStore(Dialect dialect, Schema schema) throws IOException {
        this.dialect = dialect;
        schema.prepare(dialect);
        health = new Health(dialect);
        documents = new Documents(dialect.place(), Documents.MAX_CHARS);
        writer = new CellWriter(dialect, health);
        commits = new GroupCommit("xray-store-writer", writer::write);
        reads = new ReadPool(dialect, health, READERS);
        longReads = new LongReads(dialect, LONGEST_READ);
        try {
            requireWritable();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void requireWritable() throws IOException {
        if (commits.submit(Call.probe()) instanceof Failed failed) {
            throw new IOException(health.writeProblem().orElse(failed.sentence()), failed.cause());
        }
    }

    @Override
    public final Map<String, StoredCell> get(Collection<String> ids) throws IOException {
        Set<String> wanted = new LinkedHashSet<>(ids);
        if (wanted.isEmpty()) {
            return Map.of();
        }
        List<Row> rows = reads.with(reader -> reader.get(wanted));
        Map<String, StoredCell> found = LinkedHashMap.newLinkedHashMap(rows.size());
        for (Row row : rows) {
            found.put(row.id(), documents.decode(row));
        }
        return found;
    }

    @Override
    public final void scan(Consumer<StoredCell> visitor) throws IOException {
        reads.with(reader -> {
            try (DecodeAhead cells = new DecodeAhead(documents, visitor)) {
                reader.scan(cells::add);
                cells.finish();
            }
            return null;
        });
    }

    @Override
    public final List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
        return switch (commits.submit(new Call(changes(writes)))) {
            case Committed(List<Long> revisions) -> revisions;
            case Conflict(String id) -> throw new StoreConflict(id);
            case Failed(String sentence, Throwable cause) -> throw new IOException(sentence, cause);
        };
    }

    @Override
    public final void backUp(Path file) throws IOException {
        requireOpen();
        longReads.run(connection -> {
            dialect.copy(connection, file);
            return null;
        });
    }

    @Override
    public final List<String> damage() throws IOException {
        requireOpen();
        return longReads.run(connection -> new Inspection(dialect, documents).findings(connection));
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException(CLOSED);
        }
    }

    /** While there is a problem, asking also tries whether it is over, so that a store without visitors recovers too. */
    @Override
    public final Optional<String> problem() {
        if (closed) {
            return Optional.of(CLOSED);
        }
        Optional<String> writeProblem = health.writeProblem();
        if (writeProblem.isPresent()) {
            commits.probe();
            return writeProblem;
        }
        return health.readProblem().flatMap(this::readProblemStill);
    }

    private Optional<String> readProblemStill(String remembered) {
        try {
            reads.with(reader -> reader.get(Set.of("")));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(remembered);
        }
    }

    /** Writes the commits that wait, refuses new ones, and closes the database. Does nothing the second time. */
    @Override
    public void close() {
        closed = true;
        commits.close();
        reads.close();
        writer.close();
    }

    private List<Change> changes(List<MemoryWrite> writes) {
        if (writes.isEmpty()) {
            throw new IllegalArgumentException("a commit needs at least one write");
        }
        Set<String> ids = HashSet.newHashSet(writes.size());
        List<Change> changes = new ArrayList<>(writes.size());
        for (MemoryWrite write : writes) {
            if (!ids.add(write.id())) {
                throw new IllegalArgumentException("a commit may write the cell '" + write.id() + "' only once");
            }
            Optional<String> document = switch (write) {
                case Put put -> Optional.of(documents.encode(put.cell()));
                case Delete _ -> Optional.empty();
            };
            changes.add(new Change(write.id(), write.expected(), document));
        }
        return changes;
    }
}
