package ai.xray.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FanOutTest {
    @Test
    void answersComeInTheOrderOfTheRequests() throws IOException {
        List<FanOut.Request<Integer>> requests = new ArrayList<>();
        IntStream.range(0, 100).forEach(i -> requests.add(() -> i));

        assertThat(FanOut.all(requests, 7))
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
        assertThat(FanOut.all(List.<FanOut.Request<Integer>>of(), 7)).isEmpty();
    }

    @Test
    void asManyAreUnderWayAsAllowedAndNotMore() throws IOException {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch four = new CountDownLatch(4);
        FanOut.Request<Integer> request = () -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            four.countDown();
            await(four);
            return underWay.decrementAndGet();
        };

        FanOut.all(List.of(request, request, request, request, request, request, request, request), 4);

        assertThat(most).hasValue(4);
    }

    @Test
    void firstFailureStopsTheOthersAndIsTold() {
        CountDownLatch waiting = new CountDownLatch(1);
        AtomicInteger stopped = new AtomicInteger();
        FanOut.Request<String> waits = () -> {
            waiting.countDown();
            try {
                await(new CountDownLatch(1));
            } catch (InterruptedIOException e) {
                stopped.incrementAndGet();
                throw e;
            }
            return "";
        };
        FanOut.Request<String> fails = () -> {
            await(waiting);
            throw new IOException("no");
        };

        assertThatIOException()
                .isThrownBy(() -> FanOut.all(List.of(waits, fails, waits, waits), 2))
                .withMessage("no");
        assertThat(stopped).hasPositiveValue();
    }

    @Test
    void unexpectedFailuresAreToldAsTheyAre() {
        FanOut.Request<String> breaks = () -> {
            throw new IllegalStateException("broken");
        };

        assertThatIllegalStateException()
                .isThrownBy(() -> FanOut.all(List.of(breaks, breaks), 2))
                .withMessage("broken");
    }

    @Test
    void interruptionStopsAllAndIsKept() {
        CountDownLatch stopped = new CountDownLatch(2);
        FanOut.Request<String> waits = () -> {
            try {
                await(new CountDownLatch(1));
                return "";
            } finally {
                stopped.countDown();
            }
        };
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedIOException.class).isThrownBy(() -> FanOut.all(List.of(waits, waits), 2));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(stopped.getCount()).isZero();
    }

    private static void await(CountDownLatch latch) throws InterruptedIOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
