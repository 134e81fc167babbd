package ai.xray.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.contracts.MemoryStoreContract;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InMemoryStoreTest extends MemoryStoreContract {
    @Override
    protected MemoryStore open() {
        return new InMemoryStore();
    }

    @Override
    protected void close(MemoryStore opened) {
        // The garbage collector does.
    }

    @Test
    void backupIsRefusedAndAnotherWayNamed(@TempDir Path directory) {
        Path file = directory.resolve("copy");

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> store().backUp(file))
                .withMessageContaining("xray export");

        assertThat(file).doesNotExist();
    }

    @Test
    void activationWarnsOnceThatNothingIsKept() {
        List<LogRecord> records = new ArrayList<>();
        Handler recorder = new Recorder(records);
        Logger logger = Logger.getLogger(InMemoryStore.class.getName());
        logger.addHandler(recorder);
        try {
            open();
        } finally {
            logger.removeHandler(recorder);
        }

        assertThat(records).singleElement().satisfies(warning -> {
            assertThat(warning.getLevel()).isEqualTo(Level.WARNING);
            assertThat(warning.getMessage()).contains("nothing is left");
        });
    }

    private static final class Recorder extends Handler {
        private final List<LogRecord> records;

        Recorder(List<LogRecord> records) {
            this.records = records;
        }

        @Override
        public void publish(LogRecord entry) {
            records.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
