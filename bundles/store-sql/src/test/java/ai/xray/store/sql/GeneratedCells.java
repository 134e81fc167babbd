package ai.xray.store.sql;

import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Any number of different cells for benchmarks, the same in every run: titles and texts of made-up words whose frequencies
 * fall as those of a language do, ids in no order, kinds in turn.
 */
final class GeneratedCells {
    private static final int WORDS = 20_000;
    private static final int COMMIT = 1000;
    private static final List<Kind> KINDS =
            List.of(Kind.NOTE, Kind.STABLE_FACT, Kind.OPERATIONAL_PATTERN, Kind.EVENT, Kind.ACTIVE_CONCERN);

    private final String[] words = new String[WORDS];
    private final Random random;

    GeneratedCells(long seed) {
        random = new Random(1);
        for (int i = 0; i < WORDS; i++) {
            words[i] = word();
        }
        random.setSeed(seed);
    }

    /** Fills the store of a data directory; the arguments are the directory and how many cells. */
    public static void main(String[] args) throws Exception {
        GeneratedCells cells = new GeneratedCells(2);
        try (SqliteStore store = new SqliteStore(Path.of(args[0]))) {
            cells.fill(store, Integer.parseInt(args[1]));
        }
    }

    /** Adds {@code count} cells to a store that has none of this kind. */
    void fill(SqliteStore store, int count) throws Exception {
        List<MemoryWrite> writes = new ArrayList<>(COMMIT);
        for (int i = 0; i < count; i++) {
            writes.add(new Put(next(i), MemoryWrite.ABSENT));
            if (writes.size() == COMMIT || i == count - 1) {
                store.commit(writes);
                writes.clear();
            }
        }
    }

    /** A cell of about 700 bytes; {@code number} makes its id unique. */
    MemoryCell next(int number) {
        String title = text(6);
        return MemoryCell.cell(
                        title.replace(' ', '-') + "-" + number,
                        KINDS.get(number % KINDS.size()),
                        Instant.parse("2026-11-30T08:15:30Z").plusMillis(number))
                .title(title)
                .content(text(60))
                .confidence(Confidence.HIGH)
                .tags(List.of(text(1), text(1)))
                .build();
    }

    private String text(int length) {
        List<String> chosen = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            chosen.add(words[(int) (WORDS * Math.pow(random.nextDouble(), 4))]);
        }
        return String.join(" ", chosen);
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        for (int syllable = 1 + random.nextInt(4); syllable > 0; syllable--) {
            word.append("bcdfghklmnprstvw".charAt(random.nextInt(16))).append("aeiou".charAt(random.nextInt(5)));
        }
        return word.toString();
    }
}
