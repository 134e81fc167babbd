package ai.xray.remote;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** How long to wait before a server is asked again. */
final class Backoff {
    private static final Duration LONGEST = Duration.ofSeconds(8);

    // Ten digits are three centuries: enough for any wait, and never too many for a long.
    private static final Pattern SECONDS = Pattern.compile("\\d{1,10}");

    private final Duration first;
    private final RandomGenerator random;

    Backoff(Duration first, RandomGenerator random) {
        this.first = first;
        this.random = random;
    }

    /** Between half of and the whole of {@code first × 2^(failures − 1)}, at most 8 s. */
    Duration after(int failures) {
        long whole = Math.min(LONGEST.toNanos(), first.toNanos() << Math.min(failures - 1, 16));
        return Duration.ofNanos(whole - (long) (whole / 2.0 * random.nextDouble()));
    }

    /**
     * How long a {@code Retry-After} asks to wait: seconds, or until an HTTP date. Empty when it says neither; a date in the
     * past is no wait.
     */
    static Optional<Duration> asked(String retryAfter, Instant now) {
        String text = retryAfter.strip();
        if (SECONDS.matcher(text).matches()) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(now, date);
            return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
