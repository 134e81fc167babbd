package ai.xray.search.internal;

import ai.xray.search.SemanticIndexes.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Texts of a corpus, as many as tell what words are rare in it; fetched as they are read. */
final class Sample {
    private static final int MOST = 20_000;
    private static final int FETCHED_AT_ONCE = 256;

    private Sample() {}

    /** The iteration throws {@link UncheckedIOException} when the texts cannot be had. */
    static Iterable<String> of(List<String> ids, Texts texts) {
        List<String> drawn = drawn(ids);
        int batches = (drawn.size() + FETCHED_AT_ONCE - 1) / FETCHED_AT_ONCE;
        return () -> IntStream.range(0, batches)
                .mapToObj(batch ->
                        drawn.subList(batch * FETCHED_AT_ONCE, Math.min(drawn.size(), (batch + 1) * FETCHED_AT_ONCE)))
                .flatMap(batch -> fetched(batch, texts).stream())
                .iterator();
    }

    private static List<String> drawn(List<String> ids) {
        if (ids.size() <= MOST) {
            return ids;
        }
        List<String> shuffled = new ArrayList<>(ids);
        Collections.sort(shuffled);
        Collections.shuffle(shuffled, new Random(1)); // the same sample of the same corpus
        return shuffled.subList(0, MOST);
    }

    private static List<String> fetched(List<String> ids, Texts texts) {
        try {
            return List.copyOf(texts.of(ids).values());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
