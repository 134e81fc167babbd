package ai.xray.store.sql;

import ai.xray.memory.MemoryWrite;
import ai.xray.store.sql.Outcome.Committed;
import ai.xray.store.sql.Outcome.Conflict;
import ai.xray.store.sql.Outcome.Failed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes groups of calls, each group in one transaction and each call all or not at all. A connection that failed once is
 * not trusted again: the next group opens a new one. Used by one thread at a time.
 */
final class CellWriter implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CellWriter.class.getName());

    private final Dialect dialect;
    private final Health health;
    private Session session;

    CellWriter(Dialect dialect, Health health) {
        this.dialect = dialect;
        this.health = health;
    }

    /** Writes the group and completes the outcome of each of its calls. */
    void write(List<Call> group) {
        List<Outcome> outcomes;
        String consequence = "Nothing of this commit was stored.";
        try {
            if (session == null) {
                session = new Session(dialect.connect(Dialect.Access.WRITE));
            }
            outcomes = session.apply(group);
            consequence = "Read the cells to learn whether this commit was stored.";
            session.finish(outcomes);
        } catch (SQLException e) {
            abandonSession();
            fail(group, e, consequence);
            return;
        } catch (RuntimeException | Error e) {
            abandonSession(); // or what this group wrote would be committed with the next
            throw e;
        }
        health.writeWorked();
        for (int i = 0; i < group.size(); i++) {
            group.get(i).outcome().complete(outcomes.get(i));
        }
    }

    private void fail(List<Call> group, SQLException cause, String consequence) {
        boolean known = health.writeProblem().isPresent();
        String sentence = health.writeFailed(cause);
        LOG.log(known ? System.Logger.Level.DEBUG : System.Logger.Level.ERROR, sentence, cause);
        Outcome failed = new Failed(sentence + " " + consequence, cause);
        group.forEach(call -> call.outcome().complete(failed));
    }

    private void abandonSession() {
        if (session == null) {
            return;
        }
        try {
            session.connection.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "a failed connection did not close", e);
        }
        session = null;
    }

    @Override
    public void close() {
        if (session == null) {
            return;
        }
        try {
            session.connection.setAutoCommit(true);
            dialect.settle(session.connection);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, Health.sentence(dialect, e) + " Every commit is kept nevertheless.");
        }
        abandonSession();
    }

    /** A connection with its statements. */
    private static final class Session {
        private final Connection connection;
        private final PreparedStatement reserve;
        private final PreparedStatement put;
        private final PreparedStatement delete;
        private final IdQuery revisions;

        Session(Connection connection) throws SQLException {
            this.connection = connection;
            try {
                connection.setAutoCommit(false);
                reserve = connection.prepareStatement(
                        "UPDATE xray_store SET last_revision = last_revision + ? RETURNING last_revision");
                put = connection.prepareStatement("INSERT INTO xray_cell (id, revision, document) VALUES (?, ?, ?)"
                        + " ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, document = excluded.document");
                delete = connection.prepareStatement("DELETE FROM xray_cell WHERE id = ?");
                revisions = new IdQuery(connection, "id, revision");
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }

        /** Everything but the commit. */
        List<Outcome> apply(List<Call> group) throws SQLException {
            int changes = group.stream().mapToInt(call -> call.changes().size()).sum();
            long revision = reserve(changes) - changes;
            Map<String, Long> held = held(group);
            List<Outcome> outcomes = new ArrayList<>(group.size());
            for (Call call : group) {
                Outcome outcome = apply(call, held, revision);
                revision += call.changes().size();
                outcomes.add(outcome);
            }
            return outcomes;
        }

        /**
         * Takes {@code count} revisions; the last of them. As the transaction's first statement it also waits for and takes
         * the right to write, on which the comparison of revisions relies: in SQLite by the database's one write lock, in
         * PostgreSQL by the lock of the only row.
         */
        private long reserve(int count) throws SQLException {
            reserve.setLong(1, count);
            try (ResultSet last = reserve.executeQuery()) {
                if (!last.next()) {
                    throw new SQLException("the table xray_store is empty");
                }
                return last.getLong(1);
            }
        }

        private Map<String, Long> held(List<Call> group) throws SQLException {
            Set<String> ids = new HashSet<>();
            for (Call call : group) {
                call.changes().forEach(change -> ids.add(change.id()));
            }
            Map<String, Long> held = new HashMap<>();
            revisions.forEach(ids, row -> held.put(row.getString(1), row.getLong(2)));
            return held;
        }

        /** Writes the call unless it conflicts with what is held, and notes in {@code held} what it left. */
        private Outcome apply(Call call, Map<String, Long> held, long lastRevision) throws SQLException {
            for (Change change : call.changes()) {
                if (held.getOrDefault(change.id(), MemoryWrite.ABSENT) != change.expected()) {
                    return new Conflict(change.id());
                }
            }
            List<Long> given = new ArrayList<>(call.changes().size());
            long revision = lastRevision;
            for (Change change : call.changes()) {
                given.add(++revision);
                if (change.document().isPresent()) {
                    put.setString(1, change.id());
                    put.setLong(2, revision);
                    put.setString(3, change.document().get());
                    put.executeUpdate();
                    held.put(change.id(), revision);
                } else if (held.remove(change.id()) != null) {
                    delete.setString(1, change.id());
                    delete.executeUpdate();
                }
            }
            return new Committed(given);
        }

        /** Makes the group durable; there is nothing to sync when every call conflicted. */
        void finish(List<Outcome> outcomes) throws SQLException {
            boolean wrote = outcomes.stream().anyMatch(Committed.class::isInstance);
            if (wrote) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
    }
}
