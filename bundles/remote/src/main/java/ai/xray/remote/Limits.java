package ai.xray.remote;

import java.time.Duration;

/**
 * How much is asked of one server, and of our patience with it.
 *
 * @param deadline the longest that one call takes, its retries and pauses included
 * @param attempts how often one call is tried, at least 1
 * @param firstPause before the second try; each further one is twice as long, at most 8 s, and each is shortened at random
 *     by up to a half
 * @param atOnce how many requests are under way at the same time, at least 1; further calls wait for their turn
 * @param answerBytes the longest answer that is read
 */
public record Limits(Duration deadline, int attempts, Duration firstPause, int atOnce, int answerBytes) {
    /**
     * One minute and four tries: the pauses of a server that fails at once sum to at most 1.4 s, so that a search, which
     * waits two seconds for its embedder, hears of the failure itself.
     */
    public static final Limits STANDARD =
            new Limits(Duration.ofMinutes(1), 4, Duration.ofMillis(200), 8, 32 * 1024 * 1024);

    public Limits {
        if (deadline.isNegative() || firstPause.isNegative() || attempts < 1 || atOnce < 1 || answerBytes < 1) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }

    /** The same with another number of requests under way at the same time. */
    public Limits withAtOnce(int requests) {
        return new Limits(deadline, attempts, firstPause, requests, answerBytes);
    }
}
