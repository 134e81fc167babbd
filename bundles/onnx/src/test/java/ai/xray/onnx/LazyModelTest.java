package ai.xray.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LazyModelTest {
    private final List<String> released = new CopyOnWriteArrayList<>();
    private final AtomicInteger loads = new AtomicInteger();

    @Test
    void isLoadedOnceAtFirstUse() throws Exception {
        try (LazyModel<String> model = lazy(this::numbered);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(loads).hasValue(0);
            List<Callable<String>> calls = IntStream.range(0, 20)
                    .<Callable<String>>mapToObj(_ -> model::get)
                    .toList();
            for (Future<String> answer : callers.invokeAll(calls)) {
                assertThat(answer.get()).isEqualTo("model 1");
            }
        }
        assertThat(loads).hasValue(1);
        assertThat(released).containsExactly("model 1");
    }

    @Test
    void loadThatFailsIsTriedAgain() throws IOException {
        try (LazyModel<String> model = lazy(() -> {
            if (loads.get() == 0) {
                loads.incrementAndGet();
                throw new IOException("the file is torn");
            }
            return numbered();
        })) {
            assertThatIOException().isThrownBy(model::get).withMessage("the file is torn");
            assertThat(model.get()).isEqualTo("model 2");
        }
    }

    @Test
    void failuresOfCallsComeThrough() {
        try (LazyModel<String> model = lazy(this::numbered)) {
            assertThatIOException()
                    .isThrownBy(() -> model.call(() -> {
                        throw new IOException("no memory");
                    }))
                    .withMessage("no memory");
            assertThatIllegalStateException()
                    .isThrownBy(() -> model.call(() -> {
                        throw new ArithmeticException("by zero");
                    }))
                    .withCauseInstanceOf(ArithmeticException.class);
        }
    }

    @Test
    void interruptedCallerStopsWaitingAndTheLoadGoesOn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (LazyModel<String> model = lazy(() -> {
            begun.countDown();
            await(mayEnd);
            return numbered();
        })) {
            FutureTask<Boolean> call = new FutureTask<>(() -> {
                assertThatIOException()
                        .isThrownBy(model::get)
                        .isInstanceOf(InterruptedIOException.class)
                        .withMessage("interrupted while waiting for the tester");
                return Thread.currentThread().isInterrupted();
            });
            Thread caller = Thread.ofVirtual().start(call);
            begun.await();
            caller.interrupt();
            assertThat(call.get()).as("still interrupted").isTrue();

            mayEnd.countDown();
            assertThat(model.get()).isEqualTo("model 1");
        } finally {
            mayEnd.countDown();
        }
    }

    @Test
    void closingWaitsForCallsThatRunAndRefusesOthersInWords() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        LazyModel<String> model = lazy(this::numbered);
        model.get();
        FutureTask<Integer> call = new FutureTask<>(() -> model.call(() -> {
            begun.countDown();
            await(mayEnd);
            return released.size();
        }));
        Thread.ofVirtual().start(call);
        begun.await();
        Thread closing = Thread.ofVirtual().start(model::close);
        refusedSoon(model);
        assertThat(released).isEmpty();

        mayEnd.countDown();
        closing.join();
        assertThat(call.get()).as("released while the call ran").isZero();
        assertThat(released).containsExactly("model 1");
        assertThatIOException().isThrownBy(model::get).withMessage("the tester has been closed");
    }

    /** Waits until calls are refused; the test's time limit ends a wait in vain. */
    private static void refusedSoon(LazyModel<String> model) {
        while (true) {
            try {
                model.call(() -> true);
            } catch (IOException e) {
                assertThat(e).hasMessage("the tester has been closed");
                return;
            }
        }
    }

    private LazyModel<String> lazy(LazyModel.Loader<String> loader) {
        return new LazyModel<>("the tester", loader, released::add);
    }

    private String numbered() {
        return "model " + loads.incrementAndGet();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
