package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ai.xray.memory.Refusal;
import ai.xray.rest.Wire.Answer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DoorwayTest {
    private static final int LIMIT = 2000;
    private static final String PROBLEM = "application/problem+json";

    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer(LIMIT);
        server.route("/echo", (request, response) -> {
            byte[] body = request.getInputStream().readAllBytes();
            response.setContentType("text/plain");
            response.getOutputStream().print("read " + body.length);
        });
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void replyPassesWithSafeHeadersAndAnId() throws IOException {
        Answer answer = Wire.ask(server.port(), "GET", "/echo");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("read 0");
        assertSafe(answer);
        assertThat(answer.header("X-Request-Id"))
                .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f]{16}"));
    }

    @Test
    void servletMayLoosenPolicyAndCachingForItsOwnReplies() throws IOException {
        server.route("/page", (request, response) -> {
            response.setHeader("Content-Security-Policy", "default-src 'self'");
            response.setHeader("Cache-Control", "max-age=60");
            response.setContentType("text/html");
        });

        Answer answer = Wire.ask(server.port(), "GET", "/page");

        assertThat(answer.headerLines())
                .contains("Content-Security-Policy: default-src 'self'", "Cache-Control: max-age=60")
                .doesNotContain("Cache-Control: no-store");
    }

    @ParameterizedTest
    @CsvSource({
        "INVALID_ARGUMENT,400,Bad Request", "UNAUTHENTICATED,401,Unauthorized", "FORBIDDEN,403,Forbidden",
        "NOT_FOUND,404,Not Found", "CONFLICT,409,Conflict", "TOO_LARGE,413,Content Too Large",
        "RATE_LIMITED,429,Too Many Requests", "UNAVAILABLE,503,Service Unavailable"
    })
    void everyRefusalBecomesItsProblem(Refusal.Code code, int status, String title) throws IOException {
        server.route("/refuse", (request, response) -> {
            throw Refusal.of(code, "It is \"so\".");
        });

        Answer answer = Wire.ask(server.port(), "GET", "/refuse");

        assertProblem(answer, status);
        assertThat(answer.json())
                .containsEntry("type", "about:blank")
                .containsEntry("title", title)
                .containsEntry("detail", "It is \"so\".")
                .containsEntry("code", code.wire())
                .doesNotContainKeys("field", "allowed", "closest");
    }

    @Test
    void refusalsTellWhatToSendOrWhenToComeBack() throws IOException {
        server.route("/refuse/*", (request, response) -> {
            throw Refusal.of(Refusal.Code.valueOf(request.getPathInfo().substring(1)), "No.");
        });

        assertThat(Wire.ask(server.port(), "GET", "/refuse/UNAUTHENTICATED").header("WWW-Authenticate"))
                .contains("Bearer realm=\"xray\"");
        assertThat(Wire.ask(server.port(), "GET", "/refuse/RATE_LIMITED").header("Retry-After"))
                .contains("5");
        assertThat(Wire.ask(server.port(), "GET", "/refuse/UNAVAILABLE").header("Retry-After"))
                .contains("1");
    }

    @Test
    void refusalOfAFieldNamesItAndWhatIsAllowed() throws IOException {
        server.route("/refuse", (request, response) -> {
            throw new ServletException(Refusal.unknownName("kind", "evnt", List.of("note", "event")));
        });

        assertThat(Wire.ask(server.port(), "GET", "/refuse").json())
                .containsEntry("field", "kind")
                .containsEntry("allowed", List.of("event", "note"))
                .containsEntry("closest", "event");
    }

    @Test
    void failureIsLoggedUnderTheIdAndTellsNothingElse() throws IOException {
        server.route("/fail", (request, response) -> {
            response.setHeader("Set-Cookie", "half=done");
            response.getWriter().print("half a reply");
            throw new IllegalStateException("jdbc:sqlite:/secret/place");
        });
        List<LogRecord> log = Collections.synchronizedList(new ArrayList<>());

        Answer answer =
                loggingTo(log, () -> Wire.ask(server.port(), "GET", "/fail?q=private", "X-Request-Id: my-id-1"));

        assertProblem(answer, 500);
        assertThat(answer.json()).containsEntry("requestId", "my-id-1");
        assertThat(answer.body()).doesNotContain("secret", "half", "IllegalState", "ai.xray");
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(log).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.SEVERE);
            assertThat(line.getMessage()).contains("my-id-1", "GET /fail").doesNotContain("private");
            assertThat(line.getThrown()).isInstanceOf(IllegalStateException.class);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"io", "servlet", "linkage", "overflow"})
    void everyKindOfFailureIsAProblem(String kind) throws IOException {
        server.route("/fail/*", (request, response) -> {
            switch (request.getPathInfo()) {
                case "/io" -> throw new IOException("disk full");
                case "/servlet" -> throw new ServletException("no");
                case "/linkage" -> throw new NoClassDefFoundError("ai/xray/Gone");
                default -> throw new StackOverflowError();
            }
        });

        assertProblem(Wire.ask(server.port(), "GET", "/fail/" + kind), 500);
    }

    @Test
    void failureOfAReplyOnItsWayDoesNotLookComplete() throws IOException {
        server.route("/half", (request, response) -> {
            response.getOutputStream().print("half");
            response.flushBuffer();
            throw new IllegalStateException("broken");
        });

        // Kept alive, as the end of a connection that is to be closed would be the end of the reply.
        Answer answer = Wire.send(server.port(), "GET /half HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Transfer-Encoding")).contains("chunked");
        assertThat(answer.body()).contains("half").doesNotEndWith("0\r\n\r\n");
    }

    @Test
    void failureAfterGoingAsynchronousEndsTheRequest() throws IOException, InterruptedException {
        server.route("/async", (request, response) -> {
            request.startAsync();
            throw Refusal.of(Refusal.Code.CONFLICT, "Not now.");
        });

        assertProblem(Wire.ask(server.port(), "GET", "/async"), 409);
        assertThat(server.doorway().drain(Duration.ofSeconds(10))).isZero();
    }

    @Test
    void longBodyIsRefusedByItsLengthBeforeItIsSent() throws IOException {
        try (Socket socket = Wire.connect(server.port())) {
            String head = Wire.head("POST", "/echo", "Content-Length: " + (LIMIT + 1)) + "\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));

            Answer answer = Wire.receive(socket);

            assertProblem(answer, 413);
            assertThat(answer.json()).containsEntry("code", "too_large").containsEntry("field", "body");
            assertThat(answer.body()).contains("2001", "2000", "max-request-bytes");
        }
    }

    @Test
    void bodyOfUndeclaredLengthIsRefusedWhereItPassesTheLimit() throws IOException {
        Answer answer = Wire.send(server.port(), chunked("/echo", LIMIT + 1));

        assertProblem(answer, 413);
        assertThat(answer.body()).contains("2000");
    }

    @Test
    void bodiesUpToTheLimitPass() throws IOException {
        String declared = Wire.head("POST", "/echo", "Content-Length: " + LIMIT) + "\r\n" + "x".repeat(LIMIT);

        assertThat(Wire.send(server.port(), declared).body()).contains("read " + LIMIT);
        assertThat(Wire.send(server.port(), chunked("/echo", LIMIT)).body()).contains("read " + LIMIT);
    }

    @Test
    void limitHoldsForEveryWayToRead() throws IOException {
        server.route("/reader", (request, response) -> request.getReader().transferTo(Writer.nullWriter()));
        server.route("/bytes", (request, response) -> {
            while (request.getInputStream().read() >= 0) {
                response.setHeader("X-Reading", "on");
            }
        });

        assertProblem(Wire.send(server.port(), chunked("/reader", LIMIT + 1)), 413);
        assertProblem(Wire.send(server.port(), chunked("/bytes", LIMIT + 1)), 413);
    }

    @Test
    void readerAndStreamExcludeEachOtherAsTheServletContractSays() throws IOException {
        server.route("/both", (request, response) -> {
            boolean streamFirst = request.getQueryString().equals("stream");
            if (streamFirst) {
                assertThat(request.getInputStream()).isSameAs(request.getInputStream());
                assertThatIllegalStateException().isThrownBy(request::getReader);
            } else {
                assertThat(request.getReader()).isSameAs(request.getReader());
                assertThatIllegalStateException().isThrownBy(request::getInputStream);
            }
        });

        assertThat(Wire.ask(server.port(), "GET", "/both?stream").status()).isEqualTo(200);
        assertThat(Wire.ask(server.port(), "GET", "/both?reader").status()).isEqualTo(200);
    }

    @Test
    void readerDecodesByTheRequestsCharset() throws IOException {
        server.route("/reader", (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print((int) request.getReader().readLine().charAt(0));
        });
        String latin = Wire.head("POST", "/reader", "Content-Length: 1", "Content-Type: text/plain;charset=ISO-8859-1");
        String utf8 = Wire.head("POST", "/reader", "Content-Length: 2", "Content-Type: text/plain");

        assertThat(Wire.send(server.port(), latin + "\r\n\u00e9").body()).contains("233");
        assertThat(Wire.send(server.port(), utf8 + "\r\n\u00c3\u00a9").body()).contains("233");
    }

    @Test
    void limitChangesWithoutARestart() throws IOException {
        server.doorway().change(LIMIT + 1, new CrossOrigin(Set.of()), ClientAddress.OF_PEER);

        assertThat(Wire.send(server.port(), chunked("/echo", LIMIT + 1)).status())
                .isEqualTo(200);
    }

    @Test
    void mcpBoundsItsBodiesItself() throws IOException {
        server.route(
                "/mcp",
                (request, response) -> response.getOutputStream()
                        .print("read " + request.getInputStream().readAllBytes().length));

        assertThat(Wire.send(server.port(), chunked("/mcp", LIMIT + 1)).body()).contains("read " + (LIMIT + 1));
    }

    @Test
    void manyCellsAtATimeAreBoundedWhereTheyAreRead() throws IOException {
        String path = "/v1/admin/cells";
        server.route(path, (request, response) -> {
            int length = request.getInputStream().readAllBytes().length;
            response.getOutputStream().print("read " + length + request.getParameter("a"));
        });
        String declared = Wire.head("POST", path, "Content-Length: " + (LIMIT + 1)) + "\r\n" + "x".repeat(LIMIT + 1);
        String brokenOff = Wire.head("POST", path, "Transfer-Encoding: chunked") + "\r\nzz\r\n";

        assertThat(Wire.send(server.port(), chunked(path, LIMIT + 1)).body()).contains("read " + (LIMIT + 1));
        assertThat(Wire.send(server.port(), declared).body()).contains("read " + (LIMIT + 1));
        assertProblem(Wire.send(server.port(), brokenOff), 400);
        assertProblem(Wire.send(server.port(), chunked(path + "?a=%zz", 1)), 400);
        assertProblem(Wire.send(server.port(), chunked(path + "/more", LIMIT + 1)), 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "0123-abc-DEF", "0123456789012345678901234567890123456789012345678901234567890123"})
    void harmlessIdIsTaken(String id) throws IOException {
        Answer answer = Wire.ask(server.port(), "GET", "/echo", "X-Request-Id: " + id);

        assertThat(answer.header("X-Request-Id")).contains(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a_b",
                "\u00fc",
                "a%0d%0aSet-Cookie: x=y",
                "a\tb",
                "../../etc",
                "<script>",
                "01234567890123456789012345678901234567890123456789012345678901234"
            })
    void harmfulIdIsReplaced(String id) throws IOException {
        Answer answer = Wire.ask(server.port(), "GET", "/echo", "X-Request-Id: " + id);

        assertThat(answer.header("X-Request-Id"))
                .hasValueSatisfying(given -> assertThat(given).matches("[0-9a-f]{16}"));
        assertThat(answer.header("Set-Cookie")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\n Set-Cookie: x=y", "a\rSet-Cookie: x=y", "a\nSet-Cookie: x=y", "a\0b"})
    void lineBreakInAnIdReachesNoReplyHeader(String id) throws IOException {
        Answer answer = Wire.ask(server.port(), "GET", "/echo", "X-Request-Id: " + id);

        assertThat(answer.header("Set-Cookie")).isEmpty();
    }

    @Test
    void unknownPathIsAProblemForEveryMethod() throws IOException {
        for (String method : List.of("GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW")) {
            Answer answer = Wire.ask(server.port(), method, "/v1/nothing%20here?q=private");
            assertProblem(answer, 404);
            assertThat(answer.json()).containsEntry("detail", "There is nothing at '/v1/nothing%20here'.");
        }
    }

    @Test
    void answerToHeadHasNoBody() throws IOException {
        Answer answer = Wire.ask(server.port(), "HEAD", "/nowhere");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).contains(PROBLEM);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void asynchronousReplyPassesTheDoorway() throws IOException {
        server.route("/async", (request, response) -> {
            AsyncContext async = request.startAsync();
            CompletableFuture<Void> later = CompletableFuture.runAsync(() -> {
                try {
                    response.getOutputStream().print("later");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                async.complete();
            });
            request.setAttribute("later", later);
        });

        Answer answer = Wire.ask(server.port(), "GET", "/async");

        assertThat(answer.body()).contains("later");
        assertSafe(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%zz", "a=%", "a=%c3%28", "a=%ff"})
    void queryThatIsNotWellEncodedIsTheClientsFault(String query) throws IOException {
        server.route("/query/*", (request, response) -> {
            switch (request.getPathInfo()) {
                case "/one" -> request.getParameter("a");
                case "/values" -> request.getParameterValues("a");
                case "/names" -> request.getParameterNames();
                default -> request.getParameterMap();
            }
        });

        for (String way : List.of("one", "values", "names", "map")) {
            Answer answer = Wire.ask(server.port(), "GET", "/query/" + way + "?" + query);
            assertProblem(answer, 400);
            assertThat(answer.json()).containsEntry("code", "invalid_argument").containsEntry("field", "query");
            assertThat(Wire.ask(server.port(), "GET", "/query/" + way + "?a=%C3%A9")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\nabc\r\n0\r\n\r\n", "-1\r\nabc", "3\r\nabcdef\r\n0\r\n\r\n", "3\r\na"})
    void bodyThatIsMalformedOrBrokenOffIsTheClientsFault(String chunks) throws IOException {
        try (Socket socket = Wire.connect(server.port())) {
            String request = Wire.head("POST", "/echo", "Transfer-Encoding: chunked") + "\r\n" + chunks;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();

            Answer answer = Wire.receive(socket);

            assertProblem(answer, 400);
            assertThat(answer.json()).containsEntry("field", "body");
        }
    }

    private static String chunked(String path, int length) {
        return Wire.head("POST", path, "Transfer-Encoding: chunked") + "\r\n" + Integer.toHexString(length) + "\r\n"
                + "x".repeat(length) + "\r\n0\r\n\r\n";
    }

    private static void assertProblem(Answer answer, int status) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).contains(PROBLEM);
        assertThat(answer.json()).containsEntry("status", (long) status).containsKeys("type", "title", "detail");
        assertThat(answer.header("X-Request-Id")).isPresent();
        assertSafe(answer);
    }

    private static void assertSafe(Answer answer) {
        assertThat(answer.headerLines())
                .contains(
                        "X-Content-Type-Options: nosniff",
                        "Referrer-Policy: no-referrer",
                        "Cache-Control: no-store",
                        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'");
    }

    private interface Asking {
        Answer ask() throws IOException;
    }

    private static Answer loggingTo(List<LogRecord> log, Asking asking) throws IOException {
        Handler listener = new Handler() {
            @Override
            public void publish(LogRecord line) {
                log.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(Doorway.class.getName());
        logger.addHandler(listener);
        try {
            return asking.ask();
        } finally {
            logger.removeHandler(listener);
        }
    }
}
