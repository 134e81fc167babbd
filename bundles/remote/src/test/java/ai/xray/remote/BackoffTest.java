package ai.xray.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
    private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");

    @Property
    void pauseIsBetweenHalfAndAllOfTheDoubledOneAndAtMostEightSeconds(
            @ForAll @IntRange(min = 1, max = 1000) int failures, @ForAll long seed) {
        long whole = Math.min(8000, 200L << Math.min(failures - 1, 20));

        Duration pause = new Backoff(Duration.ofMillis(200), new SplittableRandom(seed)).after(failures);

        assertThat(pause).isBetween(Duration.ofMillis(whole / 2), Duration.ofMillis(whole));
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "7,7",
        "' 120 ',120",
        "9999999999,9999999999",
        "'Mon, 30 Nov 2026 08:00:30 GMT',30",
        "'Mon, 30 Nov 2026 07:00:00 GMT',0"
    })
    void readsSecondsAndDates(String retryAfter, long seconds) {
        assertThat(Backoff.asked(retryAfter, NOW)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "soon", "99999999999999999999", "Mon, 45 Nov 2026 08:00:30 GMT", "٣"})
    void anythingElseAsksForNothing(String retryAfter) {
        assertThat(Backoff.asked(retryAfter, NOW)).isEmpty();
    }
}
