package ai.xray.store.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;

/**
 * What differs between databases: how a connection is set up and what its failures mean. The statements themselves are
 * SQL that SQLite and PostgreSQL share. Thread-safe.
 */
interface Dialect {
    /** What a connection is for. */
    enum Access {
        /** Queries; a transaction sees one state of the database and holds up no writer. */
        READ,
        /** Commits are durable when they return. */
        WRITE
    }

    /** A new connection in auto-commit mode; changes nothing in the database. */
    Connection connect(Access access) throws SQLException;

    /**
     * Prepares the database for being written, once after the start.
     *
     * @param version the schema version found, 0 for a database without our tables
     * @throws IOException when the database belongs to another program, with a sentence that says so
     */
    void adopt(Connection writer, int version) throws SQLException, IOException;

    /** Puts a copy of the database, which has schema {@code version}, beside it; durable when it returns. */
    void backUp(Connection writer, int version) throws SQLException, IOException;

    /**
     * Writes what {@code reader} sees to a new file, whole or not at all; durable when it returns.
     *
     * @throws ai.xray.memory.Refusal when {@code file} exists, or the database is copied by tools of its own
     * @throws IOException when the copy fails, with a sentence that names both
     */
    void copy(Connection reader, Path file) throws IOException;

    /**
     * Checks the database's own structure and tells what is damaged in a bounded number of sentences.
     *
     * @throws SQLException when the check cannot go on, which may be {@linkplain #isDamage for damage} too
     */
    void damage(Connection reader, Consumer<String> findings) throws SQLException;

    /** Whether a failure means that stored data is damaged. */
    boolean isDamage(SQLException failure);

    /** Leaves the database in its tidiest form; the connection is closed next. */
    void settle(Connection writer) throws SQLException;

    /** The database as an operator knows it, for messages: a file, or a server and database without credentials. */
    String place();

    /** What went wrong and what to do about it: a clause to follow "The memory store … failed: ", without a full stop. */
    String explain(SQLException failure);
}
