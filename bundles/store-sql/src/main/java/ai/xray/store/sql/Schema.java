package ai.xray.store.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables and how older ones become today's. Version <i>n</i> is what the first <i>n</i> steps make; a database says in
 * {@code xray_store} which it has.
 *
 * <p>A step that was released is never edited: what changes is a step added at the end.
 */
final class Schema {
    /** What this version of X-Ray reads and writes. */
    static final Schema CURRENT = new Schema(
            List.of(
                    List.of(
                            // One row. The last revision is kept because a revision must not come back after the cell
                            // that had it is gone.
                            "CREATE TABLE xray_store (schema_version INTEGER NOT NULL, last_revision BIGINT NOT NULL)",
                            "INSERT INTO xray_store (schema_version, last_revision) VALUES (0, 0)",
                            "CREATE TABLE xray_cell (id TEXT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, document TEXT NOT NULL)")));

    private static final System.Logger LOG = System.getLogger(Schema.class.getName());

    private final List<List<String>> steps;

    /** @param steps each the statements that lead from one version to the next; the first makes an empty database ours */
    Schema(List<List<String>> steps) {
        this.steps = steps.stream().map(List::copyOf).toList();
    }

    int version() {
        return steps.size();
    }

    /**
     * Creates or migrates the tables, with a copy of the database made before a migration. A database of a newer version
     * or of another program is left as it is.
     *
     * @throws IOException when the database cannot be used, with a sentence that says why and what to do
     */
    void prepare(Dialect dialect) throws IOException {
        try (Connection writer = dialect.connect(Dialect.Access.WRITE)) {
            int found = versionOf(writer);
            refuseNewer(found, dialect.place());
            dialect.adopt(writer, found);
            if (found < version()) {
                migrate(writer, found, dialect);
            }
        } catch (SQLException e) {
            throw new IOException(Health.sentence(dialect, e), e);
        }
    }

    private void refuseNewer(int found, String place) throws IOException {
        if (found > version()) {
            throw new IOException(
                    "The memory store %s has schema version %d, and this X-Ray knows versions up to %d; start the newer X-Ray that wrote it, or restore the backup made before it was migrated."
                            .formatted(place, found, version()));
        }
    }

    private void migrate(Connection writer, int found, Dialect dialect) throws SQLException, IOException {
        if (found > 0) {
            dialect.backUp(writer, found);
            LOG.log(
                    System.Logger.Level.INFO,
                    "Migrating {0} from schema version {1} to {2}; a backup was made.",
                    dialect.place(),
                    found,
                    version());
        }
        // Closing the connection without a commit, as a failure does, undoes all of it.
        writer.setAutoCommit(false);
        try (Statement statement = writer.createStatement()) {
            for (List<String> step : steps.subList(found, version())) {
                for (String sql : step) {
                    statement.execute(sql);
                }
            }
            statement.execute("UPDATE xray_store SET schema_version = " + version());
        }
        writer.commit();
    }

    private static int versionOf(Connection connection) throws SQLException {
        try (ResultSet table = connection.getMetaData().getTables(null, null, "xray_store", null)) {
            if (!table.next()) {
                return 0;
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT schema_version FROM xray_store")) {
            if (!row.next()) {
                throw new SQLException("the table xray_store is empty");
            }
            return row.getInt(1);
        }
    }
}
