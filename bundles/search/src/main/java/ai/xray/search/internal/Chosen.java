package ai.xray.search.internal;

import ai.xray.search.Embedder;
import java.util.Optional;

/**
 * The embedder that new vectors are made with.
 *
 * @param floor the least cosine at which one of its vectors is found
 * @param why there is none, in words; empty also when none is wanted
 */
record Chosen(Optional<Embedder> embedder, double floor, Optional<String> why) {
    /** Vectors that point nowhere near the query are found too. */
    static final double NO_FLOOR = -1;

    /** None is wanted. */
    static final Chosen NONE = new Chosen(Optional.empty(), NO_FLOOR, Optional.empty());

    static Chosen of(Embedder embedder, double floor) {
        return new Chosen(Optional.of(embedder), floor, Optional.empty());
    }

    static Chosen missing(String why) {
        return new Chosen(Optional.empty(), NO_FLOOR, Optional.of(why));
    }
}
