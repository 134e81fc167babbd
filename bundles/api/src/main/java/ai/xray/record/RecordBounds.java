package ai.xray.record;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/** The bounds of {@link RecordStore}, for its implementations. */
public final class RecordBounds {
    private static final Pattern COLLECTION = Pattern.compile("[a-z-]{1," + RecordStore.MAX_COLLECTION_CHARS + "}");

    private RecordBounds() {}

    /** Throws an {@link IllegalArgumentException} unless {@code collection} may be one's name. */
    public static void requireCollection(String collection) {
        require(COLLECTION.matcher(collection).matches(), "a collection's name has 1 to 40 characters a-z and -");
    }

    /** Throws an {@link IllegalArgumentException} unless there may be a record of this name. */
    public static void requireName(String collection, String key) {
        requireCollection(collection);
        require(!key.isEmpty() && key.length() <= RecordStore.MAX_KEY_CHARS, "a key has 1 to 256 characters");
    }

    /** Throws an {@link IllegalArgumentException} unless a record may have this value. */
    public static void requireValue(String value) {
        require(value.length() <= RecordStore.MAX_VALUE_CHARS, "a value has at most 65536 characters");
    }

    /** Throws an {@link IllegalArgumentException} unless a page may have this size. */
    public static void requirePage(int limit) {
        require(limit >= 1 && limit <= RecordStore.MAX_PAGE, "a page has 1 to 1000 records");
    }

    /** The expiry as it is stored. */
    public static Instant stored(Instant expiry) {
        if (expiry.isBefore(Instant.EPOCH)) {
            return Instant.EPOCH; // over in any case, and a number of milliseconds that fits
        }
        return (expiry.isAfter(RecordStore.NEVER) ? RecordStore.NEVER : expiry).truncatedTo(ChronoUnit.MILLIS);
    }

    private static void require(boolean met, String rule) {
        if (!met) {
            throw new IllegalArgumentException(rule);
        }
    }
}
