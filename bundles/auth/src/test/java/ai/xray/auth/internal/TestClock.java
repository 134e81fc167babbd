package ai.xray.auth.internal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until it is set. */
public final class TestClock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    /** Time goes on, or back. */
    public void pass(Duration duration) {
        now = now.plus(duration);
    }
}
