package ai.xray.auth.internal.key;

import ai.xray.auth.Caller;
import ai.xray.auth.internal.AuditLog;
import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.Secrets;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** All keys. A key reads {@code xray_<id>_<secret>}; the secret is told once, when it is made. Thread-safe. */
@Component(service = KeyRing.class)
public final class KeyRing {
    /** The most keys there may be. */
    static final int MOST_KEYS = 10_000;

    /** What a key may be good for. */
    static final List<String> SCOPES = List.of(Caller.MEMORY_READ, Caller.MEMORY_WRITE, Caller.ADMIN);

    private static final String COLLECTION = "key";
    private static final Duration USE_IS_NOTED_EVERY = Duration.ofHours(1);
    private static final Pattern FORM = Pattern.compile("xray_([0-9a-f]{16})_([A-Za-z0-9_-]{" + Secrets.CHARS + "})");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@-]{0,99}");

    private final RecordStore records;
    private final InstantSource clock;

    /** A key that was just made, with the text that its holder sends. */
    record Made(Key key, String text) {
        @Override
        public String toString() {
            return key.toString();
        }
    }

    @Activate
    public KeyRing(@Reference AuthRecords records) {
        this.records = records.store();
        clock = records.clock();
    }

    /**
     * Makes a key; a personal one takes the place of an earlier one of the same name.
     *
     * @param lifetime empty for a key that is good until it is revoked
     * @throws Refusal when the name, a scope or the lifetime is not allowed, or there are too many keys
     */
    Made make(String name, Key.Kind kind, Set<String> scopes, Optional<Duration> lifetime) throws IOException {
        requireAllowed(name, scopes, lifetime);
        List<Key> before = list();
        if (before.size() >= MOST_KEYS) {
            throw Refusal.of(
                    Refusal.Code.CONFLICT, "There are %d keys, which is the most; revoke one.".formatted(MOST_KEYS));
        }
        String secret = Secrets.random();
        Instant now = clock.instant();
        Instant expires = lifetime.map(now::plus).orElse(RecordStore.NEVER);
        Key key = new Key(Secrets.id(), name, kind, scopes, Secrets.digest(secret), now, expires, Optional.empty());
        if (records.put(COLLECTION, key.id(), key.json(), expires, RecordStore.ABSENT)
                .isEmpty()) {
            throw new IllegalStateException("two random ids were the same");
        }
        for (Key earlier : before) {
            if (kind == Key.Kind.PERSONAL
                    && earlier.kind() == kind
                    && earlier.name().equals(name)) {
                revoke(earlier.id());
            }
        }
        return new Made(key, "xray_" + key.id() + "_" + secret);
    }

    /** All keys, in the order of their ids. */
    List<Key> list() throws IOException {
        List<Key> keys = new ArrayList<>();
        String after = "";
        List<StoredRecord> page;
        do {
            page = records.page(COLLECTION, after, RecordStore.MAX_PAGE);
            page.forEach(stored -> keys.add(Key.of(stored)));
            after = page.isEmpty() ? after : page.getLast().key();
        } while (page.size() == RecordStore.MAX_PAGE);
        return keys;
    }

    /** Revokes a key, from this moment on; whether there was one. */
    boolean revoke(String id) throws IOException {
        return !id.isEmpty() && id.length() <= RecordStore.MAX_KEY_CHARS && records.delete(COLLECTION, id);
    }

    /** The id that a text names, if it looks like a key. */
    static Optional<String> idOf(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches() ? Optional.of(form.group(1)) : Optional.empty();
    }

    /** The key whose text this is; that it was used is noted once an hour. */
    Optional<Key> find(String text) throws IOException {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        Optional<StoredRecord> stored = records.get(COLLECTION, form.group(1));
        Optional<Key> key = stored.map(Key::of).filter(found -> Secrets.matches(form.group(2), found.digest()));
        if (key.isPresent()) {
            noteUse(key.get(), stored.get());
        }
        return key;
    }

    /** Another server of the same store may note it at the same time, or a revocation come in between: both are fine. */
    private void noteUse(Key key, StoredRecord stored) throws IOException {
        Instant now = clock.instant();
        if (key.used()
                .filter(used -> used.isAfter(now.minus(USE_IS_NOTED_EVERY)))
                .isEmpty()) {
            records.put(COLLECTION, key.id(), key.usedAt(now).json(), stored.expiry(), stored.revision());
            AuditLog.log("key-used", Map.of("key", key.id(), "name", key.name()));
        }
    }

    private static void requireAllowed(String name, Set<String> scopes, Optional<Duration> lifetime) {
        if (!NAME.matcher(name).matches()) {
            throw Refusal.invalid(
                    "name",
                    "name: '%s' must be 1 to 100 characters of A-Z, a-z, 0-9 and . _ : @ - that begin with a letter or digit."
                            .formatted(Spelling.excerpt(name)));
        }
        if (scopes.isEmpty()) {
            throw Refusal.invalid(
                    "scopes", "scopes: at least one of %s is needed.".formatted(String.join(", ", SCOPES)));
        }
        for (String scope : scopes) {
            if (!SCOPES.contains(scope)) {
                throw Refusal.unknownName("scopes", scope, SCOPES);
            }
        }
        if (lifetime.filter(given -> given.isNegative() || given.isZero() || given.toDays() > 3650)
                .isPresent()) {
            throw Refusal.invalid("expires_in_days", "expires_in_days: must be 1 to 3650.");
        }
    }
}
