package ai.xray.store.sql;

import static ai.xray.store.sql.TestCells.note;

import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoredCell;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The process {@link KillTest} kills. Each writer counts up from where an earlier process left off; commit <i>n</i> sets
 * both of the writer's counters to <i>n</i> and creates the cell <i>writer-n</i>, and is printed once it is acknowledged.
 */
final class KilledWriter {
    static final int WRITERS = 8;

    private KilledWriter() {}

    public static void main(String[] args) throws Exception {
        try (SqliteStore store = new SqliteStore(Path.of(args[0]))) {
            Thread[] threads = new Thread[WRITERS];
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                threads[i] = Thread.ofVirtual().start(() -> count(store, writer));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void count(SqliteStore store, int writer) {
        try {
            Optional<StoredCell> left = store.get("left-" + writer);
            Optional<StoredCell> right = store.get("right-" + writer);
            long number = left.map(KilledWriter::number).orElse(0L);
            List<Long> revisions = List.of(
                    left.map(StoredCell::revision).orElse(MemoryWrite.ABSENT),
                    right.map(StoredCell::revision).orElse(MemoryWrite.ABSENT));
            while (true) {
                number++;
                String content = Long.toString(number);
                revisions = store.commit(List.of(
                        new Put(note("left-" + writer, content), revisions.get(0)),
                        new Put(note(writer + "-" + number, content), MemoryWrite.ABSENT),
                        new Put(note("right-" + writer, content), revisions.get(1))));
                revisions = List.of(revisions.get(0), revisions.get(2));
                System.out.println("stored " + writer + " " + number + " .");
            }
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    static long number(StoredCell stored) {
        return Long.parseLong(stored.cell().content());
    }
}
