package ai.xray.search.internal;

import ai.xray.search.Embedder;
import ai.xray.search.VectorRanker;

/**
 * What makes an index by meaning.
 *
 * @param floor the least cosine at which one of the embedder's vectors is found
 */
record Maker(Embedder embedder, double floor, VectorRanker ranker) {
    /** Vectors that point nowhere near the query are found too. */
    static final double NO_FLOOR = -1;

    Maker with(Embedder fitted) {
        return new Maker(fitted, floor, ranker);
    }
}
