package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final CountDownLatch done = new CountDownLatch(1);
    private final List<Integer> order = Collections.synchronizedList(new ArrayList<>());

    @Test
    void whoComesFirstIsServedFirst() throws InterruptedException {
        Turns turns = new Turns(1, LONG);
        Thread first = begin(turns, 0);
        Room.await(() -> order.contains(0));
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            Thread next = begin(turns, i);
            Room.await(() -> next.getState() == Thread.State.TIMED_WAITING);
            others.add(next);
        }
        assertThat(order).containsExactly(0);
        done.countDown();
        first.join();
        for (Thread other : others) {
            other.join();
        }
        assertThat(order).isEqualTo(IntStream.rangeClosed(0, 5).boxed().toList());
    }

    @Test
    void whoHasWaitedLongEnoughComputesBesideTheOthers() throws InterruptedException {
        Turns turns = new Turns(1, Duration.ofMillis(1));
        Thread first = begin(turns, 0);
        Room.await(() -> order.contains(0));
        assertThat(turns.take(() -> "computed")).isEqualTo("computed");
        done.countDown();
        first.join();
    }

    @Test
    void aTurnEndsWithAFailure() {
        Turns turns = new Turns(1, LONG);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> turns.take(() -> {
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
        }
        long start = System.nanoTime();
        assertThat(turns.take(() -> 1)).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
    }

    @Test
    void anInterruptEndsTheWaitAndStays() {
        Thread.currentThread().interrupt();
        assertThat(new Turns(1, LONG).take(() -> 1)).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    private Thread begin(Turns turns, int number) {
        return Thread.ofPlatform()
                .daemon()
                .start(() -> turns.take(() -> {
                    order.add(number);
                    try {
                        return done.await(20, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }));
    }
}
