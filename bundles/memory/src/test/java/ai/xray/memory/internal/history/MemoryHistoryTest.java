package ai.xray.memory.internal.history;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.MemoryStore;
import ai.xray.memory.internal.MapStore;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Memory in use by many over a store that is slow and fails, on random schedules. {@code -Dxray.history.seconds} makes it
 * take longer, {@code -Dxray.history.seed} makes it ask the same again; what is asked at the same time is up to the threads.
 */
class MemoryHistoryTest {
    private static final System.Logger LOG = System.getLogger(MemoryHistoryTest.class.getName());
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("xray.history.seconds", 2));
    private static final long SEED = Long.getLong("xray.history.seed", System.nanoTime());

    private interface Play {
        Optional<String> round(long seed, MemoryStore store) throws Exception;
    }

    @Test
    void callsAtTheSameTimeHaveTheAnswersOfCallsOneAfterTheOther() throws Exception {
        play(TIME, Round::ofOne);
    }

    @Test
    void twoMemoriesOverOneStoreChangeTheSameIdsAsOneWould() throws Exception {
        play(TIME.dividedBy(2), Round::ofTwo);
    }

    private void play(Duration time, Play play) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        long rounds = 0;
        do {
            assertThat(play.round(SEED + rounds, new MapStore())).isEmpty();
            rounds++;
        } while (System.nanoTime() - end < 0);
        LOG.log(Level.INFO, "{0} histories from seed {1} on", rounds, String.valueOf(SEED));
    }
}
