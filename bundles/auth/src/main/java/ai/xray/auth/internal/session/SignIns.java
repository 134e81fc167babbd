package ai.xray.auth.internal.session;

import ai.xray.auth.SignInAttempt;
import ai.xray.auth.internal.Secrets;
import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * Sign-ins under way. Each belongs to the browser that began it, which has a secret in a cookie; nonce and verifier follow from
 * the secret, so that a provider's URL or answer that was carried to another browser leads nowhere. Each can be finished once.
 * Thread-safe.
 */
final class SignIns {
    /** How long somebody may take. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    /** The most under way at a time. */
    static final int MOST = 10_000;

    private static final String COLLECTION = "sign-in";

    private final RecordStore records;
    private final InstantSource clock;

    /**
     * What was begun.
     *
     * @param secret for the browser's cookie
     */
    record Begun(SignInAttempt attempt, String secret) {
        @Override
        public String toString() {
            return attempt.toString();
        }
    }

    /**
     * What came back.
     *
     * @param returnTo the path to go on to
     */
    record Returned(SignInAttempt attempt, String returnTo) {}

    SignIns(RecordStore records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    Begun begin(String provider, URI redirect, String returnTo) throws IOException {
        if (records.count(COLLECTION) >= MOST) {
            throw Refusal.of(Refusal.Code.RATE_LIMITED, "Too many sign-ins are under way; try again in a few minutes.");
        }
        String secret = Secrets.random();
        String state = Secrets.random();
        Map<String, String> fields =
                Map.of("provider", provider, "browser", Secrets.digest(secret), "return", returnTo);
        records.put(
                COLLECTION,
                Secrets.digest(state),
                Json.write(fields),
                clock.instant().plus(LONGEST),
                RecordStore.ABSENT);
        return new Begun(attempt(redirect, state, secret), secret);
    }

    /** The attempt of a state, which is over with this; empty unless this browser began it with this provider. */
    Optional<Returned> take(String provider, URI redirect, String state, String secret) throws IOException {
        String key = Secrets.digest(state);
        Optional<StoredRecord> stored = records.get(COLLECTION, key);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> fields = Json.readObject(stored.get().value());
        boolean theirs =
                provider.equals(fields.get("provider")) && Secrets.matches(secret, (String) fields.get("browser"));
        return theirs && records.delete(COLLECTION, key)
                ? Optional.of(new Returned(attempt(redirect, state, secret), (String) fields.get("return")))
                : Optional.empty();
    }

    private static SignInAttempt attempt(URI redirect, String state, String secret) {
        return new SignInAttempt(
                redirect,
                state,
                Secrets.derived("nonce " + state, secret),
                Secrets.derived("verifier " + state, secret));
    }
}
