package ai.xray.store.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A connection that only reads, with its statements. Not thread-safe. */
final class CellReader implements AutoCloseable {
    private static final String COLUMNS = "id, revision, document";
    private static final int ROWS_FETCHED = 256;

    private final Connection connection;
    private final IdQuery byId;
    private final PreparedStatement touchAll;
    private final PreparedStatement all;

    /** A cell as it lies in the table. */
    record Row(String id, long revision, String document) {
        private static Row of(ResultSet row) throws SQLException {
            return new Row(row.getString(1), row.getLong(2), row.getString(3));
        }
    }

    /** What is done with a row. */
    interface RowVisitor {
        void visit(Row row) throws IOException;
    }

    /** @param connection in auto-commit mode; closed with this and when this fails */
    CellReader(Connection connection) throws SQLException {
        this.connection = connection;
        try {
            byId = new IdQuery(connection, COLUMNS);
            touchAll = connection.prepareStatement("SELECT max(revision) FROM xray_cell");
            all = connection.prepareStatement("SELECT " + COLUMNS + " FROM xray_cell ORDER BY id");
            all.setFetchSize(ROWS_FETCHED);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** The rows with these ids, of one state of the database. */
    List<Row> get(Set<String> ids) throws SQLException {
        List<Row> rows = new ArrayList<>(ids.size());
        if (ids.size() <= IdQuery.MAX_IDS) {
            find(ids, rows);
            return rows;
        }
        connection.setAutoCommit(false);
        try {
            find(ids, rows);
        } finally {
            connection.setAutoCommit(true);
        }
        return rows;
    }

    private void find(Set<String> ids, Collection<Row> rows) throws SQLException {
        byId.forEach(ids, result -> {
            Row row = Row.of(result);
            // An id that is not Unicode reaches the database with '?' in it, and may match another cell there.
            if (ids.contains(row.id())) {
                rows.add(row);
            }
        });
    }

    /**
     * Every row of one state of the database in the order of the ids' code points, one after the other as it is read.
     *
     * <p>Rows lie in the order they were written. A pass over them in that order, which costs little, brings the file into
     * the operating system's cache as fast as the disk can; in the order of ids each row would be a read of its own.
     */
    void scan(RowVisitor visitor) throws SQLException, IOException {
        // PostgreSQL reads row by row in a transaction only; SQLite does either way.
        connection.setAutoCommit(false);
        try {
            touchAll.executeQuery().close();
            try (ResultSet rows = all.executeQuery()) {
                while (rows.next()) {
                    visitor.visit(Row.of(rows));
                }
            }
        } finally {
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
