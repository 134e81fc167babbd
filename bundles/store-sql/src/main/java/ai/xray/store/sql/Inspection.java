package ai.xray.store.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Reads everything once and tells what is damaged: the database's own structure first, then the cells. */
final class Inspection {
    /** The most sentences about cells; one more says how many cells are not named. */
    static final int MAX_CELLS = 20;

    private final Dialect dialect;
    private final Documents documents;
    private final Set<String> findings = new LinkedHashSet<>();
    private int unreadable;

    private interface Step {
        void take() throws SQLException;
    }

    Inspection(Dialect dialect, Documents documents) {
        this.dialect = dialect;
        this.documents = documents;
    }

    /**
     * A sentence for each finding.
     *
     * @param connection one that reads, in auto-commit mode; left in a transaction
     * @throws SQLException when the database fails for another reason than damage
     */
    List<String> findings(Connection connection) throws SQLException {
        connection.setAutoCommit(false); // one state of the database
        untilDamage(() -> dialect.damage(connection, findings::add));
        untilDamage(() -> inspectCells(connection));
        if (unreadable > MAX_CELLS) {
            findings.add("The memory store %s holds %,d more such cells."
                    .formatted(dialect.place(), unreadable - MAX_CELLS));
        }
        return List.copyOf(findings);
    }

    private void untilDamage(Step step) throws SQLException {
        try {
            step.take();
        } catch (SQLException e) {
            requireDamage(e);
            findings.add(Health.sentence(dialect, e));
        }
    }

    /** Rows are looked up one by one, so that a page that is damaged hides no cells but its own. */
    private void inspectCells(Connection connection) throws SQLException {
        try (Statement all = connection.createStatement();
                ResultSet ids = all.executeQuery("SELECT id FROM xray_cell ORDER BY id")) {
            while (ids.next()) {
                inspect(Objects.requireNonNullElse(ids.getString(1), ""), connection);
            }
        }
    }

    private void inspect(String id, Connection connection) throws SQLException {
        // Prepared each time, because SQLite's driver gives up a statement that failed.
        try (PreparedStatement row = prepared(connection, id);
                ResultSet found = row.executeQuery()) {
            if (found.next()) {
                // As bytes, because a driver mends what is not UTF-8; null only where the head of a row is damaged.
                documents.decode(id, Objects.requireNonNullElse(found.getBytes(1), new byte[0]));
            } else {
                unreadable(documents.unreadable(id, "its row is not where the index of ids says"));
            }
        } catch (SQLException e) {
            requireDamage(e);
            unreadable(documents.unreadable(id, "its part of the database is damaged"));
        } catch (IOException e) {
            unreadable(e.getMessage());
        }
    }

    private static PreparedStatement prepared(Connection connection, String id) throws SQLException {
        PreparedStatement row = connection.prepareStatement("SELECT document FROM xray_cell WHERE id = ?");
        row.setString(1, id);
        return row;
    }

    private void unreadable(String sentence) {
        if (++unreadable <= MAX_CELLS) {
            findings.add(sentence);
        }
    }

    private void requireDamage(SQLException failure) throws SQLException {
        if (!dialect.isDamage(failure)) {
            throw failure;
        }
    }
}
