package ai.xray.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Looks up many ids with few prepared statements: one per power of two, the last id repeated where there are fewer. The
 * statements live as long as the connection; not thread-safe.
 */
final class IdQuery {
    /** The most ids of one statement. */
    static final int MAX_IDS = 256;

    private final Connection connection;
    private final String columns;
    private final PreparedStatement[] bySizeLog = new PreparedStatement[Integer.numberOfTrailingZeros(MAX_IDS) + 1];

    /** What is done with a row. */
    interface Row {
        void read(ResultSet row) throws SQLException;
    }

    /** @param columns what is selected, first of all the id */
    IdQuery(Connection connection, String columns) {
        this.connection = connection;
        this.columns = columns;
    }

    /** Reads the rows with these ids, each id given once. */
    void forEach(Collection<String> ids, Row row) throws SQLException {
        List<String> all = new ArrayList<>(ids);
        for (int from = 0; from < all.size(); from += MAX_IDS) {
            read(all.subList(from, Math.min(from + MAX_IDS, all.size())), row);
        }
    }

    private void read(List<String> ids, Row row) throws SQLException {
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(ids.size() - 1);
        PreparedStatement statement = statement(log);
        for (int i = 0; i < 1 << log; i++) {
            statement.setString(i + 1, ids.get(Math.min(i, ids.size() - 1)));
        }
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                row.read(rows);
            }
        }
    }

    private PreparedStatement statement(int log) throws SQLException {
        if (bySizeLog[log] == null) {
            String marks = "?, ".repeat((1 << log) - 1) + "?";
            bySizeLog[log] =
                    connection.prepareStatement("SELECT " + columns + " FROM xray_cell WHERE id IN (" + marks + ")");
        }
        return bySizeLog[log];
    }
}
