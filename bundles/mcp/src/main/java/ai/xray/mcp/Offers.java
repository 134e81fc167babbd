package ai.xray.mcp;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is on offer of one kind at one moment, in the order of the names. Immutable. */
final class Offers<O extends Offered> {
    private final SortedMap<String, O> offers;
    private volatile String listing; // many reads, one write; written twice in a race, alike

    Offers(SortedMap<String, O> offers) {
        this.offers = Collections.unmodifiableSortedMap(new TreeMap<>(offers));
    }

    Optional<O> find(String name) {
        return Optional.ofNullable(offers.get(name));
    }

    Set<String> names() {
        return offers.keySet();
    }

    Collection<O> all() {
        return offers.values();
    }

    /** Whether {@code other} offers the very same. */
    boolean sameAs(SortedMap<String, O> other) {
        return offers.equals(other);
    }

    /** The entries of a listing, with commas between them. */
    String listing() {
        String text = listing;
        if (text == null) {
            text = offers.values().stream().map(Offered::listing).collect(Collectors.joining(","));
            listing = text;
        }
        return text;
    }
}
