package ai.xray.store.sql;

import static ai.xray.store.sql.TestCells.contents;
import static ai.xray.store.sql.TestCells.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What lies in the directory of a copy, whether it comes about or not. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SqliteBackupTest {
    private static final int CELLS = 500;

    @TempDir
    Path home;

    @TempDir
    Path directory;

    private SqliteStore store;

    @BeforeEach
    void storeOfSixMegabytes() throws Exception {
        store = new SqliteStore(home);
        List<MemoryWrite> writes = new ArrayList<>();
        for (int i = 0; i < CELLS; i++) {
            writes.add(new Put(note("cell-" + i, "x".repeat(10_000)), MemoryWrite.ABSENT));
        }
        store.commit(writes);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void copyIsReadableForItsOwnerOnlyWhateverItsName() throws Exception {
        Path copy = directory.resolve("it's a copy?mode=memory&c%20#é.db");

        store.backUp(copy);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
        assertThat(directory).isDirectoryNotContaining(file -> !file.equals(copy));
        assertThat(Files.size(copy)).isGreaterThan(CELLS * 10_000L);
    }

    @Test
    void whatAKilledProcessLeftIsReplaced() throws Exception {
        Files.writeString(directory.resolve("copy.unfinished"), "half a copy");
        Files.writeString(directory.resolve("copy.unfinished-journal"), "its journal");

        store.backUp(directory.resolve("copy"));

        assertThat(directory).isDirectoryNotContaining("glob:**.unfinished*");
        assertThat(directory.resolve("copy")).isNotEmptyFile();
    }

    @Test
    void linkToNowhereIsNotReplaced() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("nowhere"));

        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> store.backUp(link));

        assertThat(link).isSymbolicLink();
    }

    @Test
    void copyThatFailsHalfWayLeavesNothing() throws Exception {
        store.close();
        Damage.everyPageFrom(100, home.resolve("memory.db"));
        store = new SqliteStore(home);

        assertThatIOException()
                .isThrownBy(() -> store.backUp(directory.resolve("copy")))
                .withMessageContaining(home.resolve("memory.db") + " was not copied to " + directory.resolve("copy"))
                .withMessageContaining("damaged");

        assertThat(directory).isEmptyDirectory();
    }

    /** The size a file may have, here 3 MB, stands for the room on a disk, which no test can fill. */
    @Test
    void copyThatFindsNoRoomLeavesNothing() throws Exception {
        store.close();
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -f 6000 && exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CopyingProcess.class.getName(),
                        home.toString(),
                        directory.resolve("copy").toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isEqualTo(CopyingProcess.TOLD);
        assertThat(output).contains("was not copied to " + directory.resolve("copy"));
        assertThat(directory).isEmptyDirectory();
        store = new SqliteStore(home);
        assertThat(contents(store)).hasSize(CELLS);
    }

    /** Copies a store; ends with {@link #TOLD} when that failed with a sentence, which it prints. */
    static final class CopyingProcess {
        static final int TOLD = 7;

        private CopyingProcess() {}

        public static void main(String[] args) throws Exception {
            try (SqliteStore store = new SqliteStore(Path.of(args[0]))) {
                store.backUp(Path.of(args[1]));
            } catch (IOException e) {
                System.out.println(e.getMessage());
                Runtime.getRuntime().halt(TOLD);
            }
        }
    }
}
