package ai.xray.record;

import java.time.Instant;

/**
 * A record as it is stored.
 *
 * @param expiry from when on it does not exist any more, in whole milliseconds; {@link RecordStore#NEVER} for a record that
 *     stays
 * @param revision of this state of the record; no other state of it has or had the same
 */
public record StoredRecord(String key, String value, Instant expiry, long revision) {
    /** Without the value, which may tell who did what. */
    @Override
    public String toString() {
        return "StoredRecord[key=%s, expiry=%s, revision=%d]".formatted(key, expiry, revision);
    }
}
