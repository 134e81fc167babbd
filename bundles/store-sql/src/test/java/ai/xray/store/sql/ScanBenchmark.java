package ai.xray.store.sql;

import ai.xray.store.sql.CellReader.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;

/**
 * Milliseconds to read all cells: rows alone and with their documents decoded, in the file's order and in that of the ids,
 * beside {@link SqliteStore#scan}. Run by hand; the arguments are a data directory filled by {@link GeneratedCells}, the
 * rounds (7), and {@code cold} to begin each reading without the operating system's cache of files, which takes root and
 * Linux. Rounds take turns; the table shows medians.
 */
final class ScanBenchmark {
    private static final String ROWS = "SELECT id, revision, document FROM xray_cell";

    private final SqliteDialect dialect;
    private final Documents documents;
    private final Path home;
    private final boolean cold;

    private ScanBenchmark(Path home, boolean cold) throws IOException {
        this.home = home;
        this.cold = cold;
        dialect = SqliteDialect.in(home);
        documents = new Documents(dialect.place(), Documents.MAX_CHARS);
    }

    /** One way to read all cells. */
    private interface Way {
        /** How many cells there were. */
        long read() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 7;
        ScanBenchmark benchmark = new ScanBenchmark(Path.of(args[0]), args.length > 2 && args[2].equals("cold"));
        String[] names = {"rows", "rows by id", "cells", "cells by id", "store.scan"};
        Way[] ways = {
            () -> benchmark.rows(ROWS, false),
            () -> benchmark.rows(ROWS + " ORDER BY id", false),
            () -> benchmark.rows(ROWS, true),
            () -> benchmark.rows(ROWS + " ORDER BY id", true),
            benchmark::scan
        };
        double[][] millis = new double[ways.length][rounds];
        for (int round = -2; round < rounds; round++) { // two to warm up
            for (int way = 0; way < ways.length; way++) {
                double taken = benchmark.time(ways[way]);
                if (round >= 0) {
                    millis[way][round] = taken;
                }
            }
        }
        for (int way = 0; way < ways.length; way++) {
            Arrays.sort(millis[way]);
            System.out.printf(
                    "%-12s %6.0f ms  (%.0f to %.0f)%n",
                    names[way], millis[way][rounds / 2], millis[way][0], millis[way][rounds - 1]);
        }
    }

    private double time(Way way) throws Exception {
        if (cold) {
            new ProcessBuilder("sync").start().waitFor();
            Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "3");
        }
        long start = System.nanoTime();
        if (way.read() == 0) {
            throw new IllegalStateException("there are no cells in " + home);
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private long rows(String sql, boolean decode) throws Exception {
        long count = 0;
        try (Connection connection = dialect.connect(Dialect.Access.READ);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                Row row = new Row(rows.getString(1), rows.getLong(2), rows.getString(3));
                if (decode) {
                    documents.decode(row);
                }
                count++;
            }
        }
        return count;
    }

    private long scan() throws Exception {
        long[] count = {0};
        try (SqliteStore store = new SqliteStore(home)) {
            store.scan(cell -> count[0]++);
        }
        return count[0];
    }
}
