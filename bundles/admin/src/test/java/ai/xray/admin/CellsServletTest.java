package ai.xray.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.json.Json;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryArchive.Existing;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.memory.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CellsServletTest {
    private static final String PATH = "/v1/admin/cells";
    private static final String TYPE = "application/x-ndjson";

    private final FakeArchive archive = new FakeArchive();
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        server = new AdminServer(PATH, new CellsServlet(AdminServer.AUTHENTICATOR, archive, new Turns()));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void everyCellIsALine() throws Exception {
        MemoryCell full = FakeArchive.cell("ä\n/1")
                .with()
                .content("中\u2028 \"quoted\" 👩‍🚀")
                .origin(Origin.OBSERVED)
                .status(Status.STALE)
                .unknown(Map.of("future", List.of(1L)))
                .build();
        archive.cells.addAll(List.of(full, FakeArchive.cell("b")));

        HttpResponse<String> reply = server.get(PATH);

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type")).contains(TYPE);
        assertThat(reply.headers().firstValue("X-Total-Count")).contains("2");
        assertThat(reply.body()).endsWith("}\n");
        assertThat(reply.body().lines().map(line -> CellFields.toCell(Json.readObject(line))))
                .containsExactlyElementsOf(archive.cells);
    }

    @Test
    void emptyMemoryIsAnEmptyReply() throws Exception {
        HttpResponse<String> reply = server.get(PATH);

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("X-Total-Count")).contains("0");
        assertThat(reply.body()).isEmpty();
    }

    @Test
    void exportThatFailsOnItsWayDoesNotEndAsAWholeOne() throws Exception {
        fillMoreThanBuffers();
        archive.afterExport = () -> {
            throw new IOException("the disk is gone");
        };

        HttpResponse<InputStream> reply = server.open(PATH);

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThatIOException().isThrownBy(() -> reply.body().readAllBytes());
    }

    @Test
    void exportThatFailsBeforeItIsOnItsWayIsAnError() throws Exception {
        archive.cells.add(FakeArchive.cell("a"));
        archive.afterExport = () -> {
            throw new IOException("the disk is gone");
        };

        assertThat(server.get(PATH).statusCode()).isEqualTo(500);
    }

    @Test
    void thirdExportAtATimeIsToldToComeLaterAndImportsGoOn() throws Exception {
        CountDownLatch two = new CountDownLatch(Turns.MOST);
        CountDownLatch go = new CountDownLatch(1);
        archive.afterExport = () -> {
            two.countDown();
            await(go);
        };
        List<CompletableFuture<Integer>> exports = IntStream.range(0, Turns.MOST)
                .mapToObj(i -> CompletableFuture.supplyAsync(this::statusOfExport))
                .toList();
        await(two);

        HttpResponse<String> third = server.get(PATH);
        assertProblem(third, 503, null);
        assertThat(third.body()).contains("try again");
        assertThat(server.post(PATH, TYPE, new byte[0]).statusCode()).isEqualTo(200);

        go.countDown();
        for (CompletableFuture<Integer> export : exports) {
            assertThat(export.get(20, TimeUnit.SECONDS)).isEqualTo(200);
        }
        assertThat(server.get(PATH).statusCode()).isEqualTo(200);
    }

    @Test
    void linesAreTakenInOrderUnlessTheyAreBlank() throws Exception {
        HttpResponse<String> reply = post("", "\n" + line("b") + "\r\n \t\r\n" + line("a"));

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(reply.body()).isEqualTo("{\"created\":2,\"replaced\":2,\"unchanged\":3,\"kept\":4}");
        assertThat(archive.asked)
                .containsExactly(new FakeArchive.Asked(
                        List.of(FakeArchive.cell("b"), FakeArchive.cell("a")), Existing.NEWER, false));
    }

    @ParameterizedTest
    @CsvSource({
        "?existing=keep, KEEP, false",
        "?preview=true, NEWER, true",
        "?existing=replace&preview=false, REPLACE, false",
        "?preview=true&existing=newer, NEWER, true"
    })
    void queryTellsWhatBecomesOfWhatIsThere(String query, Existing existing, boolean preview) throws Exception {
        assertThat(post(query, line("a")).statusCode()).isEqualTo(200);
        assertThat(archive.asked).singleElement().satisfies(asked -> {
            assertThat(asked.existing()).isEqualTo(existing);
            assertThat(asked.preview()).isEqualTo(preview);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "?existing=never, existing",
        "?existing=, existing",
        "?existing=Keep, existing",
        "?existing=keep&existing=keep, existing",
        "?preview=yes, preview",
        "?preview, preview",
        "?exsting=keep, query"
    })
    void queryThatIsNotKnownIsRefusedAndNothingIsTaken(String query, String field) throws Exception {
        assertProblem(post(query, line("a")), 400, field);
        assertThat(archive.asked).isEmpty();
    }

    @Test
    void misspeltQueryIsToldTheRightSpelling() throws Exception {
        assertThat(Json.readObject(post("?exsting=keep", "").body())).containsEntry("closest", "existing");
        assertThat(Json.readObject(post("?existing=replac", "").body()))
                .containsEntry("closest", "replace")
                .containsEntry("allowed", List.of("replace", "newer", "keep"));
        assertProblem(server.get(PATH + "?preview=true"), 400, "query");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-ndjson",
                "Application/X-NDJSON",
                "application/x-ndjson; charset=\"UTF-8\"",
                TYPE + ";charset=utf-8"
            })
    void typeMayNameItsCharset(String type) throws Exception {
        assertThat(server.post(PATH, type, line("a").getBytes(StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/x-ndjson; charset=iso-8859-1",
                "application/x-ndjsonx"
            })
    void otherTypesAreRefused(String type) throws Exception {
        assertProblem(server.post(PATH, type, new byte[0]), 400, "Content-Type");
        assertThat(archive.asked).isEmpty();
    }

    @Test
    void missingTypeIsRefused() throws Exception {
        assertProblem(server.send(server.request(PATH).POST(BodyPublishers.ofString(line("a")))), 400, "Content-Type");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":\"a\"|line 3|line 3: the text is not JSON at column",
                "[]|line 3|line 3: the value is not an object.",
                "{\"id\":\"a\",\"id\":\"b\"}|line 3|line 3: an object holds the same name twice.",
                "\ufeff{}|line 3|line 3: the text is not JSON",
                "{\"kind\":\"nte\"}|line 3, kind|line 3, kind: 'nte' is not known. Did you mean 'note'?",
                "{\"kind\":\"note\",\"createdAt\":\"yesterday\"}|line 3, createdAt|line 3, createdAt: 'yesterday' is not",
                "{\"kind\":\"note\",\"createdAt\":7}|line 3, createdAt|line 3, createdAt: must be a string."
            })
    void lineThatIsNoCellIsNamed(String bad, String field, String detail) throws Exception {
        HttpResponse<String> reply = post("", line("a") + "\n\n" + bad + "\n" + line("b"));

        assertProblem(reply, 400, field);
        assertThat(Json.readObject(reply.body()).get("detail")).asString().startsWith(detail);
        assertThat(archive.asked).isEmpty();
    }

    @Test
    void bytesThatAreNotUtf8AreNamedByTheirLine() throws Exception {
        byte[] body = (line("a") + "\n\"\u00e9\"").getBytes(StandardCharsets.ISO_8859_1);

        HttpResponse<String> reply = server.post(PATH, TYPE, body);

        assertProblem(reply, 400, "line 2");
        assertThat(reply.body()).contains("line 2: the text is not valid UTF-8.");
    }

    @Test
    void cellThatTheArchiveRefusesIsNamedByItsLine() throws Exception {
        archive.beforeTake = () -> {
            throw Refusal.tooLarge("cells[1].content", "cells[1].content: is 70000 bytes; at most 65536 are allowed.");
        };

        HttpResponse<String> reply = post("", line("a") + "\n\n\n" + line("b"));

        assertProblem(reply, 413, "line 4, content");
        assertThat(Json.readObject(reply.body()))
                .containsEntry("detail", "line 4, content: is 70000 bytes; at most 65536 are allowed.");
    }

    @Test
    void anyOtherRefusalOfTheArchiveStaysAsItIs() throws Exception {
        archive.beforeTake = () -> {
            throw Refusal.of(Refusal.Code.UNAVAILABLE, "Try again.");
        };

        HttpResponse<String> reply = post("", line("a"));

        assertProblem(reply, 503, null);
        assertThat(Json.readObject(reply.body())).containsEntry("detail", "Try again.");
    }

    @Test
    void thousandLinesAreTakenAndOneMoreIsRefused() throws Exception {
        String thousand =
                IntStream.range(0, 1000).mapToObj(i -> line("c" + i)).collect(Collectors.joining("\n", "", "\n\n"));

        assertThat(post("", thousand).statusCode()).isEqualTo(200);
        HttpResponse<String> reply = post("", thousand + line("one more"));

        assertProblem(reply, 413, "body");
        assertThat(reply.body()).contains("1000 lines");
        assertThat(archive.asked).hasSize(1);
    }

    @Test
    void bodyThatSaysItIsTooLargeIsRefusedBeforeItIsSent() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            List<String> head = List.of(
                    "POST " + PATH + " HTTP/1.1",
                    "Host: localhost",
                    "Connection: close",
                    "Authorization: Bearer admin",
                    "Content-Type: " + TYPE,
                    "Content-Length: " + (CellsServlet.MAX_BODY_BYTES + 1),
                    "",
                    "");
            socket.getOutputStream().write(String.join("\r\n", head).getBytes(StandardCharsets.US_ASCII));

            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(reply).startsWith("HTTP/1.1 413").contains("67108864");
        }
    }

    @Test
    void bodyThatDoesNotSayItsLengthIsReadUpToTheLimit() throws IOException {
        byte[] body = (line("a") + "\n").getBytes(StandardCharsets.UTF_8);

        assertThat(CellLines.read(new ByteArrayInputStream(body), body.length).cells())
                .containsExactly(FakeArchive.cell("a"));
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> CellLines.read(new ByteArrayInputStream(body), body.length - 1))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.TOO_LARGE));
    }

    @Test
    void linesMayBeLongerThanWhatIsReadAtATime() throws Exception {
        MemoryCell longer =
                FakeArchive.cell("a").with().content("é".repeat(200_000)).build();
        post("", Json.write(CellFields.of(longer)) + "\n" + line("b"));

        assertThat(archive.asked)
                .singleElement()
                .satisfies(asked -> assertThat(asked.cells()).containsExactly(longer, FakeArchive.cell("b")));
    }

    @Test
    void onlyAnAdministratorReadsOrWrites() throws Exception {
        for (Map.Entry<String, Integer> other :
                Map.of("Bearer agent", 403, "Bearer wrong", 401).entrySet()) {
            assertThat(server.send(server.request(PATH).setHeader("Authorization", other.getKey()))
                            .statusCode())
                    .isEqualTo(other.getValue());
            assertThat(server.send(server.request(PATH)
                                    .setHeader("Authorization", other.getKey())
                                    .header("Content-Type", TYPE)
                                    .POST(BodyPublishers.ofString(line("a"))))
                            .statusCode())
                    .isEqualTo(other.getValue());
        }
        assertThat(archive.exports).hasValue(0);
        assertThat(archive.asked).isEmpty();
    }

    private static String line(String id) {
        return Json.write(CellFields.of(FakeArchive.cell(id)));
    }

    private HttpResponse<String> post(String query, String body) throws Exception {
        return server.post(PATH + query, TYPE, body.getBytes(StandardCharsets.UTF_8));
    }

    private void fillMoreThanBuffers() {
        String content = "x".repeat(64 * 1024);
        for (int i = 0; i < 50; i++) {
            archive.cells.add(FakeArchive.cell("c" + i).with().content(content).build());
        }
    }

    private int statusOfExport() {
        try {
            return server.get(PATH).statusCode();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertProblem(HttpResponse<String> reply, int status, String field) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        assertThat(Json.readObject(reply.body())).containsEntry("field", field);
        assertThat(Json.readObject(reply.body()).get("detail")).asString().endsWith(".");
    }
}
