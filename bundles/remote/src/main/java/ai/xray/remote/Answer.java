package ai.xray.remote;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** How one try ended. */
sealed interface Answer {
    /** With a JSON value, {@code null} among them. */
    record Value(Object json) implements Answer {}

    /**
     * With a failure.
     *
     * @param again whether another try may end better
     * @param asked how long the server asked to wait before it
     */
    record Failure(IOException why, boolean again, Optional<Duration> asked) implements Answer {
        static Failure last(IOException why) {
            return new Failure(why, false, Optional.empty());
        }
    }
}
