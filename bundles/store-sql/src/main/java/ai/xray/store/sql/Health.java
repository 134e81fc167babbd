package ai.xray.store.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** Puts failures of the database into words and remembers the last one of each kind until that kind works again. */
final class Health {
    private final Dialect dialect;
    private volatile String reading;
    private volatile String writing;

    Health(Dialect dialect) {
        this.dialect = dialect;
    }

    IOException readFailed(SQLException cause) {
        String sentence = sentence(dialect, cause);
        reading = sentence;
        return new IOException(sentence, cause);
    }

    void readWorked() {
        if (reading != null) {
            reading = null;
        }
    }

    /** Remembers the failure; the sentence that tells it. */
    String writeFailed(SQLException cause) {
        String sentence = sentence(dialect, cause);
        writing = sentence;
        return sentence;
    }

    void writeWorked() {
        if (writing != null) {
            writing = null;
        }
    }

    Optional<String> readProblem() {
        return Optional.ofNullable(reading);
    }

    Optional<String> writeProblem() {
        return Optional.ofNullable(writing);
    }

    /** What failed, where, and what to do. */
    static String sentence(Dialect dialect, SQLException cause) {
        return "The memory store %s failed: %s.".formatted(dialect.place(), dialect.explain(cause));
    }
}
