package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.rest.Wire.Answer;
import ai.xray.rest.probe.Broken;
import ai.xray.rest.probe.Memory;
import ai.xray.rest.probe.Probe;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** The bundle as it is built, in Felix, behind the whiteboard's own dispatching. */
@Timeout(120)
class InFrameworkTest {
    private static final long PATIENCE_SECONDS = 20;
    private static final String PROBLEM = "application/problem+json";
    private static final String DOOR = "ai.xray.rest.FrontDoor";

    @TempDir
    private Path storage;

    private Felix felix;
    private Bundle rest;

    @BeforeEach
    void start() throws Exception {
        felix = new Felix(storage);
        rest = felix.start(Path.of("target", "classes").toAbsolutePath());
    }

    @AfterEach
    void stop() throws Exception {
        felix.stop();
    }

    @Test
    void readinessTellsWhatIsMissingUntilNothingIs() throws Exception {
        Answer early = until("/readyz", 503);
        assertThat(early.body())
                .contains("\"status\":\"not ready\"", "There is no memory service.")
                .contains(
                        "{\"part\":\"rest.FrontDoor\",\"ready\":false,\"problem\":\"It waits for its configuration.\"}");

        felix.configure(DOOR, Map.of("max.request.bytes", 1_048_576L));
        startProbe();

        Answer ready = until("/readyz", 200);
        assertThat(ready.body()).isEqualTo("{\"status\":\"ready\",\"parts\":[{\"part\":\"memory\",\"ready\":true}]}");

        Bundle trouble = felix.start(
                "ai.xray.trouble",
                List.of(Broken.class),
                Map.of(
                        "broken.xml",
                        component("ai.xray.trouble.Broken", Broken.class, "", "immediate=\"true\""),
                        "waiting.xml",
                        component(
                                "ai.xray.trouble.Waiting",
                                Broken.class,
                                "<reference name=\"store\" interface=\"ai.xray.memory.MemoryStore\" target=\"(xray.name=sqlite)\"/>",
                                "")));
        Answer troubled = until("/readyz", 503);
        assertThat(troubled.body())
                .contains("{\"part\":\"trouble.Broken\",\"ready\":false,\"problem\":\"The disk '/data' is full.\"}")
                .contains("\"problem\":\"It waits for ai.xray.memory.MemoryStore with (xray.name=sqlite).\"")
                .doesNotContain("Nothing else", "Exception", "\\n");

        trouble.uninstall();
        until("/readyz", 200);
    }

    @Test
    void routesAnswerBehindTheDoorway() throws Exception {
        openDoor();

        assertThat(get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
        assertThat(get("/v1/version").json())
                .containsEntry("version", rest.getVersion().toString())
                .containsEntry("mcp", List.of("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"));
        assertThat(Wire.ask(felix.port(), "HEAD", "/healthz").body()).isEmpty();
        Answer post = Wire.ask(felix.port(), "POST", "/healthz", "Content-Length: 0");
        assertThat(post.status()).isEqualTo(405);
        assertThat(post.header("Allow")).contains("GET, HEAD");
        for (String path : List.of("/", "/v1", "/v1/nothing", "/healthz/more", "/nothing.html")) {
            assertProblem(get(path), 404);
        }
    }

    @Test
    void servletsOfOtherBundlesAreBehindTheDoorwayToo() throws Exception {
        openDoor();
        startProbe();
        until("/probe/hello", 200);

        Answer refused = get("/probe/refuse");
        assertProblem(refused, 400);
        assertThat(refused.json()).containsEntry("field", "limit");
        Answer failed = get("/probe/fail");
        assertProblem(failed, 500);
        assertThat(failed.body()).doesNotContain("inner secret");
        Answer gone = get("/probe/error");
        assertProblem(gone, 410);
        assertThat(gone.body()).doesNotContain("inner secret");
        String tooLong = Wire.head("POST", "/probe/read", "Transfer-Encoding: chunked") + "\r\n801\r\n"
                + "x".repeat(2049) + "\r\n0\r\n\r\n";
        assertProblem(Wire.send(felix.port(), tooLong), 413);

        felix.configure(DOOR, Map.of("max.request.bytes", 4096L));
        Answer read = until(() -> Wire.send(felix.port(), tooLong), answer -> answer.status() == 200);
        assertThat(read.body()).contains("read 2049");
    }

    @Test
    void stoppingTheBundleFinishesWhatIsInFlightAndRefusesTheRest() throws Exception {
        openDoor();
        startProbe();
        until("/probe/hello", 200);
        try (Socket slow = Wire.connect(felix.port());
                ExecutorService stopper = Executors.newVirtualThreadPerTaskExecutor()) {
            write(slow, Wire.head("POST", "/probe/slow", "Content-Length: 1") + "\r\n");
            readUntil(slow, "entered");
            Future<Void> stop = stopper.submit(() -> {
                rest.stop();
                return null;
            });

            Answer refused = until("/probe/hello", 503);
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.header("Connection")).contains("close");
            assertThat(stop).isNotDone();

            write(slow, "x");
            readUntil(slow, "read 1");
            stop.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static void readUntil(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int read = socket.getInputStream().read();
            assertThat(read).as("the reply ended with %s", text).isNotNegative();
            text.append((char) read);
        }
    }

    private void openDoor() throws Exception {
        felix.configure(DOOR, Map.of("max.request.bytes", 2048L));
        until(() -> get("/nothing"), answer -> answer.header("Content-Type").equals(Optional.of(PROBLEM)));
    }

    private void startProbe() throws Exception {
        felix.start(
                "ai.xray.probe",
                List.of(Probe.class, Memory.class),
                Map.of(
                        "probe.xml",
                        component(
                                "ai.xray.probe.Probe",
                                Probe.class,
                                "<property name=\"osgi.http.whiteboard.servlet.pattern\" value=\"/probe/*\"/>"
                                        + "<service><provide interface=\"jakarta.servlet.Servlet\"/></service>",
                                ""),
                        "memory.xml",
                        component(
                                "ai.xray.probe.Memory",
                                Memory.class,
                                "<service><provide interface=\"ai.xray.health.Readiness\"/></service>",
                                "")));
    }

    private static String component(String name, Class<?> type, String inside, String attributes) {
        return "<scr:component xmlns:scr=\"http://www.osgi.org/xmlns/scr/v1.4.0\" name=\"%s\" %s>"
                        .formatted(name, attributes)
                + inside
                + "<implementation class=\"%s\"/></scr:component>".formatted(type.getName());
    }

    private Answer get(String path) throws IOException {
        return Wire.ask(felix.port(), "GET", path);
    }

    private Answer until(String path, int status) throws Exception {
        return until(() -> get(path), answer -> answer.status() == status);
    }

    /** The first wanted answer: the framework wires what it was told to in its own time. */
    private static Answer until(Callable<Answer> asking, Predicate<Answer> wanted) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        Answer answer = asking.call();
        while (!wanted.test(answer)) {
            assertThat(System.nanoTime()).as("the last answer was %s", answer).isLessThan(deadline);
            answer = asking.call();
        }
        return answer;
    }

    private static void assertProblem(Answer answer, int status) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).contains(PROBLEM);
        assertThat(answer.json()).containsEntry("status", (long) status);
        assertThat(answer.header("X-Request-Id")).isPresent();
        assertThat(answer.headerLines()).contains("X-Content-Type-Options: nosniff", "Cache-Control: no-store");
    }
}
