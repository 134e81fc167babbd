package ai.xray.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that stands until it is moved. */
public final class MovableClock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    void move(Duration by) {
        now = now.plus(by);
    }
}
