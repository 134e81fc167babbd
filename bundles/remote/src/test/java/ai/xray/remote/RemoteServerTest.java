package ai.xray.remote;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.fakes.FakeEmbeddings;
import ai.xray.fakes.Fault;
import ai.xray.fakes.Reply;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RemoteServerTest {
    private static final Wording WORDING =
            new Wording("the embedding server", "embedding-endpoint", "embedding-api-key-file");
    private static final Limits LIMITS = new Limits(Duration.ofSeconds(20), 4, Duration.ofMillis(200), 8, 100_000);

    private final FakeEmbeddings fake = new FakeEmbeddings("model", 4, "key");
    private final FakePace pace = new FakePace();
    private final RemoteServer server = new RemoteServer(WORDING, LIMITS, pace, new SplittableRandom(1));

    /** Time that passes by pauses alone. */
    private static final class FakePace implements Pace {
        private final List<Duration> pauses = new ArrayList<>();
        private Duration passed = Duration.ZERO;

        @Override
        public long nanos() {
            return passed.toNanos();
        }

        @Override
        public Instant now() {
            return Instant.parse("2026-11-30T08:00:00Z").plus(passed);
        }

        @Override
        public void pause(Duration length) {
            pauses.add(length);
            passed = passed.plus(length);
        }
    }

    @AfterEach
    void close() {
        server.close();
        fake.close();
    }

    @Test
    void answersTheJsonOfTheServer() throws IOException {
        assertAnswered();

        assertThat(pace.pauses).isEmpty();
        assertThat(fake.complaints()).isEmpty();
    }

    // Trying again

    @Test
    void waitsAsManySecondsAsTheServerAsks() throws IOException {
        fake.next(Fault.status(429, "rate_limited", Map.of("Retry-After", "7")));

        assertAnswered();

        assertThat(pace.pauses).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void waitsUntilTheDateTheServerNames() throws IOException {
        fake.next(Fault.status(503, "overloaded", Map.of("Retry-After", "Mon, 30 Nov 2026 08:00:05 GMT")));

        assertAnswered();

        assertThat(pace.pauses).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void doesNotWaitLongerThanTheCallMayTake() {
        fake.next(Fault.status(429, "rate_limited", Map.of("Retry-After", "3600")));

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("the embedding server has had too many requests (429), code rate_limited; it asks to wait"
                        + " 3600 s, which is longer than this call may take");
        assertThat(pace.pauses).isEmpty();
        assertThat(fake.received()).hasSize(1);
    }

    @Test
    void waitsLongerEachTimeWhenTheServerFails() throws IOException {
        fake.next(Fault.status(500, "e"), Fault.status(502, "e"), Fault.status(504, "e"));

        assertAnswered();

        assertThat(pace.pauses).hasSize(3);
        assertThat(pace.pauses.get(0)).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
        assertThat(pace.pauses.get(1)).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
        assertThat(pace.pauses.get(2)).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
    }

    @Test
    void givesUpAfterItsTriesAndTellsTheLastFailure() {
        fake.next(Fault.hangUp(), Fault.status(500, "e"), Fault.status(500, "e"), Fault.status(503, "down"));

        assertThatExceptionOfType(RemoteException.class)
                .isThrownBy(this::ask)
                .withMessage("the embedding server failed (503), code down")
                .satisfies(failure -> assertThat(failure.status()).isEqualTo(503));
        assertThat(fake.received()).hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("brokenConnections")
    void triesAgainWhenAConnectionBreaks(Fault broken) throws IOException {
        fake.next(broken, broken);

        assertAnswered();

        assertThat(fake.received()).hasSize(3);
    }

    static Stream<Fault> brokenConnections() {
        return Stream.of(Fault.hangUp(), Fault.cutShort());
    }

    @Test
    void brokenConnectionsAreToldInWords() {
        fake.next(Fault.cutShort(), Fault.cutShort(), Fault.hangUp(), Fault.cutShort());

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("the embedding server broke the connection before its answer was complete");
    }

    // What trying again would not mend

    @ParameterizedTest
    @CsvSource({
        "400,'refused the request (400), code c'",
        "401,'refused the credential (401): check embedding-api-key-file, code c'",
        "403,'refused the credential (403): check embedding-api-key-file, code c'",
        "404,'knows nothing by the address or the model it was asked for (404): check embedding-endpoint, code c'",
        "413,'refused the request as too large (413), code c'",
        "422,'refused the request (422), code c'",
        "501,'failed (501), code c'"
    })
    void isToldAtOnceAndQuotesNothingTheServerWrote(int status, String message) {
        fake.next(Fault.status(status, "c"));

        assertThatExceptionOfType(RemoteException.class)
                .isThrownBy(this::ask)
                .withMessage("the embedding server " + message);
        assertThat(fake.received()).hasSize(1);
    }

    @Test
    void codeThatIsASentenceIsNotQuoted() {
        fake.next(Fault.status(400, "you sent: my diary"));

        assertThatIOException().isThrownBy(this::ask).withMessage("the embedding server refused the request (400)");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectIsNotFollowed(int status) {
        try (FakeEmbeddings elsewhere = new FakeEmbeddings("model", 4, "key")) {
            fake.next(Fault.status(status, "moved", Map.of("Location", elsewhere.address() + "/v1/embeddings")));

            assertThatIOException()
                    .isThrownBy(this::ask)
                    .withMessageContaining("answered with a redirect (%d)".formatted(status))
                    .withMessageContaining("set embedding-endpoint to where it leads");
            assertThat(elsewhere.received()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>hello</html>", "{\"data\": [NaN]}", "{} {}", "{\"a\": 1, \"a\": 2}"})
    void answerThatIsNotJsonIsToldInWords(String body) {
        fake.next(Fault.body("application/json", body));

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("the embedding server answered what is not JSON: is it the server that embedding-endpoint"
                        + " means?");
        assertThat(fake.received()).hasSize(1);
    }

    @Test
    void endlessAnswerIsReadUpToTheLimit() {
        fake.next(Fault.endless());

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("the embedding server answered more than the 100000 bytes that are read");
    }

    @Test
    void endlessErrorDocumentIsReadUpToTheLimitToo() {
        fake.next((exchange, right, closing) ->
                Fault.endless().play(exchange, new Reply(400, Map.of(), right.body()), closing));

        assertThatIOException().isThrownBy(this::ask).withMessage("the embedding server refused the request (400)");
    }

    @Test
    void serverThatIsNotThereIsToldInWords() {
        URI nobody = fake.address();
        fake.close();

        assertThatIOException()
                .isThrownBy(() -> server.ask(RemoteCall.get(nobody, Map.of())))
                .withMessage("the embedding server could not be reached: is it running where embedding-endpoint says?");
        assertThat(pace.pauses).hasSize(3);
    }

    @Test
    void serverWithoutTlsIsToldInWords() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> heard = threads.submit(() -> {
                try (Socket caller = plain.accept()) {
                    int first = caller.getInputStream().read(); // a server answers what it was asked, not before
                    caller.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                    caller.getInputStream().readAllBytes();
                    return first;
                }
            });
            URI secure = URI.create("https://127.0.0.1:" + plain.getLocalPort());

            assertThatIOException()
                    .isThrownBy(() -> server.ask(RemoteCall.get(secure, Map.of())))
                    .withMessageStartingWith("the embedding server could not be reached over TLS");
            assertThat(heard.get()).as("the first byte of a TLS handshake").isEqualTo(22);
            assertThat(pace.pauses).isEmpty();
        }
    }

    @Test
    void hostWithoutAddressIsToldInWords() {
        Throwable unresolved = new ConnectException().initCause(new UnresolvedAddressException());

        Answer.Failure failure = new Reading(WORDING).of(unresolved);

        assertThat(failure.why())
                .hasMessage("the embedding server could not be found: the host of embedding-endpoint has no address");
    }

    // Time

    @ParameterizedTest
    @MethodSource("slowness")
    void deadlineCoversHeadersAndBody(Fault slow) {
        fake.next(slow);

        try (RemoteServer impatient = impatient(Duration.ofMillis(200))) {
            assertThatIOException()
                    .isThrownBy(() -> impatient.ask(call()))
                    .withMessage("the embedding server did not answer within 0.2 s");
        }
    }

    static Stream<Fault> slowness() {
        return Stream.of(Fault.silent(), Fault.stuck());
    }

    @ParameterizedTest
    @MethodSource("slowness")
    void interruptionEndsACallAndIsKept(Fault slow) throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        fake.next((exchange, right, closing) -> {
            arrived.countDown();
            slow.play(exchange, right, closing);
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                RemoteServer patient = impatient(Duration.ofMinutes(10))) {
            Future<Boolean> interrupted = threads.submit(() -> {
                assertThatExceptionOfType(InterruptedIOException.class).isThrownBy(() -> patient.ask(call()));
                return Thread.interrupted();
            });
            arrived.await();
            threads.shutdownNow();

            assertThat(interrupted.get()).isTrue();
        }
    }

    @Test
    void asManyRequestsAreUnderWayAsAllowedAndTheRestWaits() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch two = new CountDownLatch(2);
        Fault held = (exchange, right, closing) -> {
            two.countDown();
            Fault.heldBy(gate).play(exchange, right, closing);
        };
        fake.next(held, held, held, held, held);
        try (RemoteServer narrow = new RemoteServer(WORDING, LIMITS.withAtOnce(2));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Object>> answers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answers.add(threads.submit(() -> narrow.ask(call())));
            }
            two.await();
            gate.countDown();
            for (Future<Object> answer : answers) {
                assertThat(answer.get()).isInstanceOf(Map.class);
            }
        }
        assertThat(fake.mostAtOnce()).isEqualTo(2);
    }

    @Test
    void callThatGetsNoTurnInTimeIsToldInWords() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        fake.next((exchange, right, closing) -> {
            arrived.countDown();
            Fault.heldBy(gate).play(exchange, right, closing);
        });
        try (RemoteServer one = new RemoteServer(WORDING, LIMITS.withAtOnce(1), outOfTime(), new SplittableRandom(1));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Object> first = threads.submit(() -> one.ask(call()));
            arrived.await();

            assertThatIOException()
                    .isThrownBy(() -> one.ask(call()))
                    .withMessage("other requests to the embedding server left no room for this one within 20 s");
            gate.countDown();
            assertThat(first.get()).isInstanceOf(Map.class);
        }
    }

    @Test
    void closedOneAsksNobody() throws IOException {
        assertAnswered();
        server.close();

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("the connection to the embedding server is being closed");
        assertThat(fake.received()).hasSize(1);
    }

    @Test
    void callDoesNotShowItsSecrets() {
        assertThat(call()).hasToString("POST 127.0.0.1");
    }

    /** Time that runs out for this thread between any two looks at it, and stands still for others. */
    private static Pace outOfTime() {
        Thread hasty = Thread.currentThread();
        AtomicInteger looks = new AtomicInteger();
        return new Pace() {
            @Override
            public long nanos() {
                return Thread.currentThread() == hasty
                        ? Duration.ofHours(looks.incrementAndGet()).toNanos()
                        : 0;
            }

            @Override
            public Instant now() {
                return Instant.EPOCH;
            }

            @Override
            public void pause(Duration length) {
                throw new AssertionError("nothing fails here");
            }
        };
    }

    private RemoteServer impatient(Duration deadline) {
        return new RemoteServer(WORDING, new Limits(deadline, 1, Duration.ZERO, 8, 100_000));
    }

    private void assertAnswered() throws IOException {
        assertThat(ask())
                .isInstanceOfSatisfying(
                        Map.class, answer -> assertThat(answer.get("object")).isEqualTo("list"));
    }

    private Object ask() throws IOException {
        return server.ask(call());
    }

    private RemoteCall call() {
        return RemoteCall.json(
                URI.create(fake.address() + "/v1/embeddings"),
                Map.of("Authorization", "Bearer key"),
                Map.of("model", "model", "input", List.of("a text")));
    }
}
