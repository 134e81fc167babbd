package ai.xray.store.sql;

import ai.xray.record.RecordBounds;
import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Records in the table {@code xray_record} of an SQL database. Every change is one statement whose condition compares the
 * revision, so the database itself decides races, also those between processes. A revision is a random number: it need not be
 * ordered, only never come back. Thread-safe.
 */
class SqlRecords implements RecordStore, AutoCloseable {
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);
    private static final String ALIVE = " WHERE collection = ? AND id = ? AND expires > ?";

    private final InstantSource clock;
    private final RecordConnection reads;
    private final RecordConnection writes;
    private final WriterThread writer = new WriterThread("xray-records-writer");
    private Instant lastSweep = Instant.EPOCH; // of the writer's thread

    /** @param dialect of a database that has the table */
    SqlRecords(Dialect dialect, InstantSource clock) {
        this.clock = clock;
        reads = new RecordConnection(dialect, Dialect.Access.READ);
        writes = new RecordConnection(dialect, Dialect.Access.WRITE);
    }

    @Override
    public final Optional<StoredRecord> get(String collection, String key) throws IOException {
        RecordBounds.requireName(collection, key);
        return reads
                .with(connection -> read(
                        connection,
                        "SELECT id, value, expires, revision FROM xray_record" + ALIVE,
                        collection,
                        key,
                        now()))
                .stream()
                .findFirst();
    }

    @Override
    public final List<StoredRecord> page(String collection, String afterKey, int limit) throws IOException {
        RecordBounds.requireCollection(collection);
        RecordBounds.requirePage(limit);
        return reads.with(connection -> read(
                connection,
                "SELECT id, value, expires, revision FROM xray_record WHERE collection = ? AND id > ? AND expires > ?"
                        + " ORDER BY id LIMIT ?",
                collection,
                afterKey,
                now(),
                limit));
    }

    @Override
    public final long count(String collection) throws IOException {
        RecordBounds.requireCollection(collection);
        return reads.with(connection -> {
            try (PreparedStatement count = prepared(
                            connection,
                            "SELECT count(*) FROM xray_record WHERE collection = ? AND expires > ?",
                            collection,
                            now());
                    ResultSet row = count.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        });
    }

    @Override
    public final OptionalLong put(String collection, String key, String value, Instant expiry, long expected)
            throws IOException {
        RecordBounds.requireName(collection, key);
        RecordBounds.requireValue(value);
        long expires = RecordBounds.stored(expiry).toEpochMilli();
        long revision = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        int changed = expected == ABSENT
                ? change(
                        "INSERT INTO xray_record (collection, id, value, expires, revision) VALUES (?, ?, ?, ?, ?)"
                                + " ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value,"
                                + " expires = excluded.expires, revision = excluded.revision"
                                + " WHERE xray_record.expires <= ?",
                        collection,
                        key,
                        value,
                        expires,
                        revision,
                        now())
                : change(
                        "UPDATE xray_record SET value = ?, expires = ?, revision = ?" + ALIVE + " AND revision = ?",
                        value,
                        expires,
                        revision,
                        collection,
                        key,
                        now(),
                        expected);
        return changed == 1 ? OptionalLong.of(revision) : OptionalLong.empty();
    }

    @Override
    public final boolean delete(String collection, String key) throws IOException {
        RecordBounds.requireName(collection, key);
        return change("DELETE FROM xray_record" + ALIVE, collection, key, now()) == 1;
    }

    /** Finishes the writes that wait and closes the database. Does nothing the second time. */
    @Override
    public void close() {
        writer.close();
        writes.close();
        reads.close();
    }

    /** How many rows the statement changed; expired ones are swept along now and then. */
    private int change(String sql, Object... values) throws IOException {
        return writer.run(() -> writes.with(connection -> {
            sweep(connection);
            return update(connection, sql, values);
        }));
    }

    private void sweep(Connection connection) throws SQLException {
        Instant now = clock.instant();
        if (!Duration.between(lastSweep, now).abs().minus(BETWEEN_SWEEPS).isNegative()) {
            update(connection, "DELETE FROM xray_record WHERE expires <= ?", now());
            lastSweep = now;
        }
    }

    private long now() {
        return clock.instant().toEpochMilli();
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static List<StoredRecord> read(Connection connection, String sql, Object... values) throws SQLException {
        List<StoredRecord> records = new ArrayList<>();
        try (PreparedStatement statement = prepared(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                records.add(new StoredRecord(
                        rows.getString(1), rows.getString(2), Instant.ofEpochMilli(rows.getLong(3)), rows.getLong(4)));
            }
        }
        return List.copyOf(records);
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
