package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Http;
import ai.xray.harness.ServerProcess;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that are made to be understood differently by two who read them, or to cost more than they bring. After each of them
 * the server answers others.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HttpAttacksIT {
    private static final String HOST = "Host: localhost\r\n";
    private static final String FORWARDED = "X-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\n";

    /** The server's own bound is 10 seconds. */
    private static final Duration LONGEST_HEAD = Duration.ofSeconds(30);

    private static final String HIDDEN = "GET /v1/memory/smuggled HTTP/1.1\r\n" + HOST + "\r\n";

    @TempDir
    private static Path dataDir;

    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = Distribution.built().serve(dataDir, "--store=memory", "--embedder=none");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void othersAreServed() throws IOException {
        try (Http http = new Http(server.baseUri())) {
            assertThat(http.get("/healthz").statusCode()).isEqualTo(200);
        }
        assertThat(server.log()).doesNotContain("OutOfMemoryError").doesNotContain("\tat ");
    }

    @Test
    void lengthBesideChunksIsNoTwoRequests() throws IOException {
        refused("POST /v1/memory HTTP/1.1\r\n" + HOST
                + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN);
    }

    @Test
    void twoLengthsAreRefused() throws IOException {
        refused("POST /v1/memory HTTP/1.1\r\n" + HOST + "Content-Length: 0\r\nContent-Length: " + HIDDEN.length()
                + "\r\n\r\n" + HIDDEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+0", "-1", "0x0", "0, 5", "1e1", "99999999999999999999"})
    void lengthThatIsNoNumberIsRefused(String length) throws IOException {
        refused("POST /v1/memory HTTP/1.1\r\n" + HOST + "Content-Length: " + length + "\r\n\r\n" + HIDDEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xchunked", "chunked, identity", "identity, chunked, chunked", "gzip"})
    void transferCodingThatIsNotChunkedIsRefused(String coding) throws IOException {
        refused("POST /v1/memory HTTP/1.1\r\n" + HOST + "Transfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n" + HIDDEN);
    }

    @Test
    void foldedHeaderIsRefused() throws IOException {
        refused("GET /healthz HTTP/1.1\r\n" + HOST + "X-Folded: a\r\n Transfer-Encoding: chunked\r\n\r\n" + HIDDEN);
    }

    @Test
    void spaceBeforeAColonIsRefused() throws IOException {
        refused("POST /v1/memory HTTP/1.1\r\n" + HOST + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + HIDDEN);
    }

    /** A bare line feed may end a line (RFC 9112, section 2.2); it must not end more than that. */
    @Test
    void bareLineFeedsMakeNoSecondRequest() throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\nX-A: b\n\n" + HIDDEN);
            String reply = attack.rest();
            assertThat(RawHttp.statuses(reply)).hasSize(1).isSubsetOf(200, 400);
            assertThat(reply).doesNotContain("smuggled");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "-1\r\n\r\n", "5;\nx\r\nhello", "fffffffffffffffff\r\nx", "1\r\nazz\r\n"})
    void chunksThatAreNoneAreRefused(String chunks) throws IOException {
        refused("POST /v1/memory HTTP/1.1\r\n" + HOST
                + "Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + chunks + "\r\n0\r\n\r\n" + HIDDEN);
    }

    @Test
    void headersOfAMegabyteAreRefused() throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            String reply;
            try {
                attack.send("GET /healthz HTTP/1.1\r\n" + HOST + "X-Long: " + "x".repeat(1 << 20) + "\r\n\r\n");
                reply = attack.rest();
            } catch (SocketException e) {
                return; // it hung up while we were still talking
            }
            assertThat(RawHttp.statuses(reply)).isSubsetOf(431, 400);
        }
    }

    @Test
    void manyHeadersAreRefused() throws IOException {
        StringBuilder headers = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            headers.append("X-").append(i).append(": y\r\n");
        }
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET /healthz HTTP/1.1\r\n" + HOST + headers + "\r\n");
            assertThat(RawHttp.statuses(attack.rest())).isSubsetOf(431, 400);
        }
    }

    @Test
    void longTargetIsRefused() throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET /v1/memory/" + "x".repeat(40_000) + " HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(RawHttp.statuses(attack.rest()))
                    .isSubsetOf(414, 431, 400)
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/memory/%2e%2e/admin",
                "/v1/memory/..%2fadmin",
                "/v1/memory/..;/admin/features",
                "/v1/memory/%252e%252e/admin",
                "/v1/memory/a%00b",
                "/v1/memory/a%0d%0aSet-Cookie:%20x=y",
                "/v1/memory/%ff%fe",
                "//v1//memory//..//..//etc/passwd",
                "/v1/memory/%5c..%5cadmin"
            })
    void pathThatClimbsOrBreaksLinesFindsNothing(String path) throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET " + path + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            String reply = attack.rest();
            assertThat(RawHttp.statuses(reply)).hasSize(1).isSubsetOf(400, 404);
            assertThat(reply).doesNotContain("\r\nSet-Cookie").contains("application/problem+json");
        }
    }

    @Test
    void parameterWithALineBreakStaysInTheBody() throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send(
                    "GET /v1/memory?kind=a%0d%0aSet-Cookie:%20x=y HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            String reply = attack.rest();
            assertThat(RawHttp.statuses(reply)).containsExactly(400);
            assertThat(reply).doesNotContain("\r\nSet-Cookie").doesNotContain("\nSet-Cookie");
        }
    }

    @Test
    void requestIdWithALineBreakIsNotRepeated() throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET /healthz HTTP/1.1\r\n" + HOST + "X-Request-Id: a\rX-Evil: b\r\nConnection: close\r\n\r\n");
            assertThat(attack.rest()).doesNotContain("X-Evil");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example\r\n",
                "Host: localhost\r\nHost: evil.example\r\n",
                "Host: localhost@evil.example\r\n",
                "Host: localhost, evil.example\r\n",
                "Host: localhost.evil.example\r\n",
                "Host: \r\n",
                ""
            })
    void hostThatIsNotOursIsRefused(String host) throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET /v1/memory HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n");
            assertThat(RawHttp.statuses(attack.rest())).hasSize(1).isSubsetOf(400, 403);
        }
    }

    @Test
    void absoluteTargetOfAnotherHostIsRefused() throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET http://evil.example/v1/memory HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            assertThat(RawHttp.statuses(attack.rest())).hasSize(1).isSubsetOf(400, 403);
        }
    }

    @Test
    void forwardedHostIsNotBelieved() throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET /v1/memory HTTP/1.1\r\nHost: evil.example\r\n" + FORWARDED + "Connection: close\r\n\r\n");
            assertThat(RawHttp.statuses(attack.rest())).containsExactly(403);
        }
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("GET /v1/memory/absent HTTP/1.1\r\n" + HOST
                    + "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n");
            assertThat(attack.rest()).doesNotContain("evil.example");
        }
    }

    @Test
    void bodyThatIsNotSentIsWaitedForNoLongerThanItsClientIsThere() throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            attack.send("POST /v1/memory HTTP/1.1\r\n" + HOST
                    + "Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
            attack.socket().shutdownOutput();
            assertThat(RawHttp.statuses(attack.rest())).isSubsetOf(400);
        }
    }

    @Test
    void clientThatOnlyListensOnGetsItsWholeReply() throws IOException {
        try (RawHttp client = new RawHttp(server.baseUri())) {
            client.send("GET /v1/memory HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            client.socket().shutdownOutput();
            assertThat(client.rest()).endsWith("{\"cells\":[],\"limit\":50}");
        }
    }

    @Test
    void headersThatNeverEndHoldUpNobody() throws IOException {
        List<RawHttp> slow = new ArrayList<>();
        try (Http http = new Http(server.baseUri())) {
            for (int i = 0; i < 500; i++) {
                slow.add(new RawHttp(server.baseUri()).send("GET /healthz HTTP/1.1\r\n" + HOST + "X-Slow: "));
            }
            for (RawHttp each : slow) {
                each.send("a");
            }
            long start = System.nanoTime();
            HttpResponse<String> reply = http.get("/healthz");
            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        } finally {
            for (RawHttp each : slow) {
                each.close();
            }
        }
    }

    @Test
    void headThatGrowsByAByteNowAndThenIsHungUpOn() throws IOException {
        try (RawHttp slow = new RawHttp(server.baseUri())) {
            slow.send("GET /healthz HTTP/1.1\r\n" + HOST + "X-Slow: ");
            long start = System.nanoTime();
            assertThat(endsWhileDribbling(slow)).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST_HEAD);
        }
    }

    @Test
    void whatIsNotHttpIsRefused() throws IOException {
        refused("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n");
        refused("GET /healthz\r\n\r\n");
        refused("GET /healthz HTTP/9.9\r\n" + HOST + "\r\n");
        refused("G\u0000T /healthz HTTP/1.1\r\n" + HOST + "\r\n");
    }

    /** Sends a byte whenever none came for a while, until the connection ends or has been there for too long. */
    private static boolean endsWhileDribbling(RawHttp slow) throws IOException {
        slow.socket().setSoTimeout(300);
        for (long end = System.nanoTime() + LONGEST_HEAD.toNanos(); System.nanoTime() < end; ) {
            try {
                return slow.socket().getInputStream().read() < 0;
            } catch (SocketTimeoutException e) {
                slow.send("a");
            } catch (SocketException e) {
                return true; // reset
            }
        }
        return false;
    }

    /** Fails unless there is one reply at most, which refuses, and the connection ends: what follows is nobody's request. */
    private static void refused(String request) throws IOException {
        try (RawHttp attack = new RawHttp(server.baseUri())) {
            String reply = attack.send(request).rest();
            assertThat(RawHttp.statuses(reply))
                    .as(reply)
                    .hasSizeLessThanOrEqualTo(1)
                    .isSubsetOf(400, 411, 501, 505);
            assertThat(reply).doesNotContain("smuggled");
        }
    }
}
