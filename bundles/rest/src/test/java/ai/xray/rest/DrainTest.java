package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.rest.Wire.Answer;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DrainTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer(1024);
        server.route("/slow", (request, response) -> {
            inside.countDown();
            await(release);
            response.getOutputStream().print("done");
        });
    }

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        clients.close();
        server.stop();
    }

    @Test
    void requestInFlightIsFinishedWhileNewOnesAreRefused() throws Exception {
        Future<Answer> slow = ask("/slow");
        await(inside);
        Future<Integer> drain = drain(PATIENCE);

        Answer refused = untilRefused();
        assertThat(refused.header("Retry-After")).contains("1");
        assertThat(refused.header("Connection")).contains("close");
        assertThat(refused.header("Content-Type")).contains("application/problem+json");
        assertThat(refused.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(drain).isNotDone();

        release.countDown();
        assertThat(get(slow).body()).contains("done");
        assertThat(get(drain)).isZero();
    }

    @Test
    void drainStopsWaitingAndTellsHowManyAreLeft() throws Exception {
        Future<Answer> slow = ask("/slow");
        await(inside);

        assertThat(get(drain(Duration.ofMillis(50)))).isEqualTo(1);

        release.countDown();
        assertThat(get(slow).status()).isEqualTo(200);
    }

    @Test
    void drainOfAnIdleServerDoesNotWait() throws Exception {
        assertThat(get(drain(Duration.ofDays(1)))).isZero();
    }

    @Test
    void requestsThatFailedAreNotWaitedFor() throws Exception {
        server.route("/fail", (request, response) -> {
            throw new IllegalStateException("broken");
        });
        assertThat(get(ask("/fail")).status()).isEqualTo(500);
        assertThat(get(ask("/nowhere")).status()).isEqualTo(404);

        assertThat(get(drain(Duration.ofDays(1)))).isZero();
    }

    @Test
    void streamIsClosedAndNotWaitedFor() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        server.route("/stream", (request, response) -> {
            request.setAttribute(InFlight.STREAM, (AutoCloseable) closed::countDown);
            inside.countDown();
            await(closed);
            await(release);
        });
        Future<Answer> stream = ask("/stream");
        await(inside);

        assertThat(get(drain(Duration.ofDays(1)))).isZero();

        await(closed);
        release.countDown();
        assertThat(get(stream).status()).isEqualTo(200);
    }

    @Test
    void streamThatBeginsDuringTheDrainIsClosedAtOnce() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        server.route("/late", (request, response) -> {
            inside.countDown();
            await(release);
            request.setAttribute(InFlight.STREAM, (AutoCloseable) closed::countDown);
            await(closed);
        });
        Future<Answer> late = ask("/late");
        await(inside);
        Future<Integer> drain = drain(PATIENCE);
        untilRefused();

        release.countDown();

        assertThat(get(drain)).isZero();
        assertThat(get(late).status()).isEqualTo(200);
    }

    @Test
    void streamThatEndedIsNotClosedAgain() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        server.route(
                "/stream",
                (request, response) -> request.setAttribute(InFlight.STREAM, (AutoCloseable) closed::countDown));
        assertThat(get(ask("/stream")).status()).isEqualTo(200);

        assertThat(get(drain(Duration.ofDays(1)))).isZero();
        assertThat(closed.getCount()).isEqualTo(1);
    }

    @Test
    void streamThatCannotBeClosedDoesNotKeepTheOthersOpen() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        CountDownLatch closed = new CountDownLatch(2);
        server.route("/stream", (request, response) -> {
            request.setAttribute(InFlight.STREAM, (AutoCloseable) () -> {
                closed.countDown();
                throw new IOException("broken");
            });
            both.countDown();
            await(release);
        });
        Future<Answer> first = ask("/stream");
        Future<Answer> second = ask("/stream");
        await(both);

        assertThat(get(drain(Duration.ofDays(1)))).isZero();

        await(closed);
        release.countDown();
        assertThat(get(first).status()).isEqualTo(200);
        assertThat(get(second).status()).isEqualTo(200);
    }

    @Test
    void asynchronousRequestCountsUntilItCompletes() throws Exception {
        CompletableFuture<AsyncContext> begun = new CompletableFuture<>();
        server.route("/async", (request, response) -> begun.complete(request.startAsync()));
        Future<Answer> async = ask("/async");
        AsyncContext context = get(begun);
        Future<Integer> drain = drain(PATIENCE);
        untilRefused();
        assertThat(drain).isNotDone();

        context.getResponse().getOutputStream().print("async");
        context.complete();

        assertThat(get(async).body()).contains("async");
        assertThat(get(drain)).isZero();
    }

    private Future<Answer> ask(String path) {
        return clients.submit(() -> Wire.ask(server.port(), "GET", path));
    }

    private Future<Integer> drain(Duration longest) {
        return clients.submit((Callable<Integer>) () -> server.doorway().drain(longest));
    }

    /** The first refusal of the drain, which has begun by then. */
    private Answer untilRefused() throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Answer answer = Wire.ask(server.port(), "GET", "/nowhere");
            if (answer.status() == 503) {
                return answer;
            }
        }
        throw new AssertionError("the drain did not begin");
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
}
