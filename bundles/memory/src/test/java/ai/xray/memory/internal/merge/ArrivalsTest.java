package ai.xray.memory.internal.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.Kind;
import ai.xray.memory.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ArrivalsTest {
    private static final Circle CIRCLE = new Circle(Kind.STABLE_FACT, Scope.PUBLIC, Optional.empty());
    private static final Circle OTHER = new Circle(Kind.HYPOTHESIS, Scope.PUBLIC, Optional.empty());
    private static final Fingerprint TUESDAY =
            Fingerprint.of("The release train leaves every Tuesday at ten in the morning from Hamburg");
    private static final Fingerprint AGAIN =
            Fingerprint.of("Every Tuesday morning at ten the release train leaves from Hamburg");
    private static final Fingerprint STRANGER =
            Fingerprint.of("Backups of the billing database are kept in another region for a month");

    private final Arrivals arrivals = new Arrivals();
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    private Thread arrive(Circle circle, Fingerprint print, String name) {
        return Thread.ofVirtual().start(() -> arrivals.arriving(circle, print, () -> done.add(name)));
    }

    @Test
    void theTwoRestateEachOther() {
        assertThat(TUESDAY.restates(AGAIN)).isTrue();
        assertThat(TUESDAY.restates(STRANGER)).isFalse();
    }

    @Test
    void aRestatementWaitsUntilTheFirstIsThere() throws Exception {
        Thread second = arrivals.arriving(CIRCLE, TUESDAY, () -> {
            Thread waiting = arrive(CIRCLE, AGAIN, "second");
            while (waiting.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            done.add("first");
            return waiting;
        });
        second.join();
        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void strangersAndOtherCirclesPass() throws Exception {
        arrivals.<Void, Exception>arriving(CIRCLE, TUESDAY, () -> {
            arrive(CIRCLE, STRANGER, "stranger").join();
            arrive(OTHER, AGAIN, "other circle").join();
            return null;
        });
        assertThat(done).containsExactly("stranger", "other circle");
    }

    @Test
    void whatFailsMakesRoomAsWell() throws Exception {
        assertThatThrownBy(() -> arrivals.arriving(CIRCLE, TUESDAY, () -> {
                    throw new IllegalStateException("disk full");
                }))
                .hasMessage("disk full");
        arrive(CIRCLE, AGAIN, "next").join();
        assertThat(done).containsExactly("next");
    }

    @Test
    void ofManyRestatementsOneIsThereAtATime() throws Exception {
        CountDownLatch all = new CountDownLatch(50);
        List<Integer> together = Collections.synchronizedList(new ArrayList<>());
        List<Integer> present = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 50; i++) {
            Fingerprint print = i % 2 == 0 ? TUESDAY : AGAIN;
            Thread.ofVirtual()
                    .start(() -> arrivals.arriving(CIRCLE, print, () -> {
                        present.add(1);
                        together.add(present.size());
                        present.removeLast();
                        all.countDown();
                        return null;
                    }));
        }
        assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(together).containsOnly(1);
    }
}
