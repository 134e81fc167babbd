package ai.xray.auth.internal.session;

import ai.xray.auth.Identity;
import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.Secrets;
import ai.xray.memory.Refusal;
import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Who is signed in. A session is known by a random token that only its browser has; its record is found by the token's digest.
 * Every sign-in makes a new token, so that a token planted in a browser beforehand is worth nothing. Thread-safe.
 */
@Designate(ocd = BrowserSessions.Config.class)
@Component(service = BrowserSessions.class, configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class BrowserSessions {
    /** The most sessions there may be. */
    static final int MOST_SESSIONS = 100_000;

    private static final String COLLECTION = "session";
    private static final int NOTES_PER_IDLE_TIME = 20;

    @ObjectClassDefinition(name = "Browser sessions", description = "How long people stay signed in.")
    @interface Config {
        @AttributeDefinition(
                name = "session-idle-hours",
                description = "Hours, from 1 to 8760, after which a browser that was not heard of is signed out.")
        int session_idle_hours() default 168;

        @AttributeDefinition(
                name = "session-max-days",
                description = "Days, from 1 to 365, after which people must sign in again in any case.")
        int session_max_days() default 30;
    }

    private final RecordStore records;
    private final Duration idle;
    private final Duration longest;
    private final InstantSource clock;

    @Activate
    public BrowserSessions(Config config, @Reference AuthRecords records) {
        this(
                records,
                Duration.ofHours(within("session-idle-hours", config.session_idle_hours(), 8760)),
                Duration.ofDays(within("session-max-days", config.session_max_days(), 365)));
    }

    /**
     * Sessions in {@code records}.
     *
     * @param idle after which one that is not used ends
     * @param longest after which every one ends
     */
    public BrowserSessions(AuthRecords records, Duration idle, Duration longest) {
        this.records = records.store();
        this.idle = idle;
        this.longest = longest;
        this.clock = records.clock();
    }

    /** The token of a new session. */
    public String open(Identity person) throws IOException {
        if (records.count(COLLECTION) >= MOST_SESSIONS) {
            throw Refusal.of(Refusal.Code.UNAVAILABLE, "Too many people are signed in; try again later.");
        }
        String token = Secrets.random();
        Instant now = clock.instant();
        Session session = new Session(person, now, now);
        records.put(COLLECTION, Secrets.digest(token), session.json(), expiry(session), RecordStore.ABSENT);
        return token;
    }

    /** The session of a token; that it was used is noted now and then. */
    public Optional<Session> find(String token) throws IOException {
        Optional<StoredRecord> stored = records.get(COLLECTION, Secrets.digest(token));
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        Session session = Session.of(stored.get().value());
        Instant now = clock.instant();
        if (now.isAfter(session.seen().plus(idle.dividedBy(NOTES_PER_IDLE_TIME)))) {
            Session seen = session.seenAt(now);
            records.put(
                    COLLECTION,
                    stored.get().key(),
                    seen.json(),
                    expiry(seen),
                    stored.get().revision());
        }
        return Optional.of(session);
    }

    /** Ends the session of a token; whether there was one. */
    public boolean close(String token) throws IOException {
        return records.delete(COLLECTION, Secrets.digest(token));
    }

    /** Ends every session of an account; how many there were. */
    public int closeAll(String account) throws IOException {
        int closed = 0;
        String after = "";
        List<StoredRecord> page;
        do {
            page = records.page(COLLECTION, after, RecordStore.MAX_PAGE);
            for (StoredRecord stored : page) {
                boolean theirs = Session.of(stored.value()).person().account().equals(account);
                if (theirs && records.delete(COLLECTION, stored.key())) {
                    closed++;
                }
            }
            after = page.isEmpty() ? after : page.getLast().key();
        } while (page.size() == RecordStore.MAX_PAGE);
        return closed;
    }

    /** What pages of the session must show to change anything: it follows from the token, which no page can read. */
    public static String csrfToken(String token) {
        return Secrets.derived("csrf", token);
    }

    private Instant expiry(Session session) {
        Instant end = session.created().plus(longest);
        Instant idleEnd = session.seen().plus(idle);
        return idleEnd.isBefore(end) ? idleEnd : end;
    }

    private static int within(String setting, int value, int most) {
        if (value < 1 || value > most) {
            throw Refusal.invalid(setting, "%s: is %d; allowed: 1 to %d.".formatted(setting, value, most));
        }
        return value;
    }
}
