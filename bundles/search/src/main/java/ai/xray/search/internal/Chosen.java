package ai.xray.search.internal;

import java.util.Optional;

/**
 * What new vectors are made with and ranked by.
 *
 * @param maker none also when none is wanted
 * @param why there is none though one is wanted, in words
 */
record Chosen(Optional<Maker> maker, Optional<String> why) {
    /** None is wanted. */
    static final Chosen NONE = new Chosen(Optional.empty(), Optional.empty());

    static Chosen of(Maker maker) {
        return new Chosen(Optional.of(maker), Optional.empty());
    }

    static Chosen missing(String why) {
        return new Chosen(Optional.empty(), Optional.of(why));
    }
}
