package ai.xray.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.StoredCell;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that writes, several times; {@code -Dxray.kill.cycles=100} for a longer run. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class KillTest {
    private static final int CYCLES = Integer.getInteger("xray.kill.cycles", 5);
    private static final int TORN_LOGS = 5;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @TempDir
    Path home;

    @TempDir
    Path copies;

    @Test
    void killedProcessLeavesEveryAcknowledgedCommitAndNoHalfOne() throws Exception {
        long[] acknowledged = new long[KilledWriter.WRITERS];
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            killAmidWrites(20 + random.nextInt(300), acknowledged);

            for (int i = 0; i < TORN_LOGS; i++) {
                assertWhole(tornCopy(cycle + "-" + i), new long[KilledWriter.WRITERS]);
            }
            assertWhole(home, acknowledged);
        }
    }

    /** Lets a process write until it acknowledged {@code enough} commits; notes those in {@code acknowledged}. */
    private void killAmidWrites(int enough, long[] acknowledged) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWriter.class.getName(),
                        home.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            int seen = 0;
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                String[] words = line.split(" ", -1);
                if (words.length == 4 && words[3].equals(".")) { // the last line may be cut off
                    acknowledged[Integer.parseInt(words[1])] = Long.parseLong(words[2]);
                    seen++;
                }
                if (seen == enough) {
                    // Unlike the process's own method this leaves its output readable.
                    process.toHandle().destroyForcibly();
                }
            }
            assertThat(seen).isGreaterThanOrEqualTo(enough);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("killed by SIGKILL").isEqualTo(128 + 9);
    }

    /** The files as they might be after a loss of power that cut off the end of the log anywhere. */
    private Path tornCopy(String name) throws IOException {
        Path copy = Files.createDirectory(copies.resolve(name));
        Files.copy(home.resolve("memory.db"), copy.resolve("memory.db"));
        Path log = Files.copy(home.resolve("memory.db-wal"), copy.resolve("memory.db-wal"));
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
            channel.truncate(random.nextLong(channel.size() + 1));
        }
        return copy;
    }

    private void assertWhole(Path directory, long[] acknowledged) throws Exception {
        try (SqliteStore store = new SqliteStore(directory)) {
            Map<String, StoredCell> cells = TestCells.contents(store);
            long stored = 0;
            for (int writer = 0; writer < KilledWriter.WRITERS; writer++) {
                long left = number(cells, "left-" + writer);
                assertThat(left).as("seed %d", seed).isEqualTo(number(cells, "right-" + writer));
                assertThat(left).as("seed %d", seed).isGreaterThanOrEqualTo(acknowledged[writer]);
                for (long i = 1; i <= left; i++) {
                    assertThat(number(cells, writer + "-" + i)).isEqualTo(i);
                }
                stored += left == 0 ? 0 : left + 2;
            }
            assertThat(cells).as("nothing but whole commits, seed %d", seed).hasSize((int) stored);
        }
        try (Connection connection = SqliteDialect.in(directory).connect(Dialect.Access.READ);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("PRAGMA integrity_check")) {
            assertThat(List.of(result.getString(1))).containsExactly("ok");
        }
    }

    private static long number(Map<String, StoredCell> cells, String id) {
        StoredCell stored = cells.get(id);
        return stored == null ? 0 : KilledWriter.number(stored);
    }
}
