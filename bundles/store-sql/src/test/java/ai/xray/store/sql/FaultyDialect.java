package ai.xray.store.sql;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.Consumer;

/** SQLite that can be made to fail: by a pragma on each new writing connection, or by a commit that does not happen. */
final class FaultyDialect implements Dialect {
    private final SqliteDialect sqlite;
    private volatile Optional<String> writerPragma = Optional.empty();
    private volatile Optional<Exception> commitFailure = Optional.empty();

    FaultyDialect(SqliteDialect sqlite) {
        this.sqlite = sqlite;
    }

    void onNewWriters(String pragma) {
        writerPragma = Optional.of(pragma);
    }

    void failCommits(Exception failure) {
        commitFailure = Optional.of(failure);
    }

    void heal() {
        writerPragma = Optional.empty();
        commitFailure = Optional.empty();
    }

    @Override
    public Connection connect(Access access) throws SQLException {
        Connection connection = sqlite.connect(access);
        if (access == Access.READ) {
            return connection;
        }
        if (writerPragma.isPresent()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(writerPragma.get());
            }
        }
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    Optional<Exception> failure = commitFailure;
                    if (failure.isPresent() && method.getName().equals("commit")) {
                        throw failure.get();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void adopt(Connection writer, int version) throws SQLException, IOException {
        sqlite.adopt(writer, version);
    }

    @Override
    public void backUp(Connection writer, int version) throws SQLException, IOException {
        sqlite.backUp(writer, version);
    }

    @Override
    public void copy(Connection reader, Path file) throws IOException {
        sqlite.copy(reader, file);
    }

    @Override
    public void damage(Connection reader, Consumer<String> findings) throws SQLException {
        sqlite.damage(reader, findings);
    }

    @Override
    public boolean isDamage(SQLException failure) {
        return sqlite.isDamage(failure);
    }

    @Override
    public void settle(Connection writer) throws SQLException {
        sqlite.settle(writer);
    }

    @Override
    public String place() {
        return sqlite.place();
    }

    @Override
    public String explain(SQLException failure) {
        return sqlite.explain(failure);
    }
}
