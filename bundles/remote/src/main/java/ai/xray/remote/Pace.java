package ai.xray.remote;

import java.time.Duration;
import java.time.Instant;

/** Time, as retries see it; tests put their own in its place. */
interface Pace {
    /** The time of this machine and its own clock. */
    Pace REAL = new Pace() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public void pause(Duration length) throws InterruptedException {
            Thread.sleep(length);
        }
    };

    /** Steady time, for deadlines: clocks jump. */
    long nanos();

    /** What the clock says, for dates that servers name. */
    Instant now();

    void pause(Duration length) throws InterruptedException;
}
