package ai.xray.search.internal;

import ai.xray.search.Embedder;
import java.util.Optional;

/**
 * The embedder that new vectors are made with.
 *
 * @param why there is none, in words; empty also when none is wanted
 */
record Chosen(Optional<Embedder> embedder, Optional<String> why) {
    /** None is wanted. */
    static final Chosen NONE = new Chosen(Optional.empty(), Optional.empty());

    static Chosen of(Embedder embedder) {
        return new Chosen(Optional.of(embedder), Optional.empty());
    }

    static Chosen missing(String why) {
        return new Chosen(Optional.empty(), Optional.of(why));
    }
}
