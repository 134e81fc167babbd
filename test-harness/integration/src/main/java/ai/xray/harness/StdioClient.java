package ai.xray.harness;

import ai.xray.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An MCP client of {@code xray mcp}, which it starts as real clients do. */
public final class StdioClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final OutputStream in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<Map<String, Object>> others = new ArrayList<>();
    private final Output stdout;
    private final Output stderr;
    private long requests;

    private StdioClient(Process process) {
        this.process = process;
        this.in = process.getOutputStream();
        this.stdout = new Output(process.getInputStream(), lines::add);
        this.stderr = new Output(process.getErrorStream(), line -> {});
    }

    /** Starts the command on a data directory. */
    public static StdioClient start(Distribution distribution, Path dataDir, String... flags) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("mcp", "--data-dir", dataDir.toString()));
        arguments.addAll(List.of(flags));
        return new StdioClient(new ProcessBuilder(distribution.command(arguments)).start());
    }

    /** Opens a session; the result of {@code initialize}. */
    public Map<String, Object> initialize() throws IOException, InterruptedException {
        Map<String, Object> result = result(request(
                "initialize",
                Map.of(
                        "protocolVersion",
                        "2025-11-25",
                        "capabilities",
                        Map.of(),
                        "clientInfo",
                        Map.of("name", "xray-harness", "version", "0.1.0"))));
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return result;
    }

    /** The structured content that a tool answers. */
    public Map<String, Object> callTool(String name, Map<String, Object> arguments)
            throws IOException, InterruptedException {
        Map<String, Object> result = result(request("tools/call", Map.of("name", name, "arguments", arguments)));
        if (Boolean.TRUE.equals(result.get("isError"))) {
            throw new AssertionError(name + ": " + result);
        }
        return Json.asObject(result.get("structuredContent"));
    }

    /** The answer to a request, a result or an error. */
    public Map<String, Object> request(String method, Map<String, Object> params)
            throws IOException, InterruptedException {
        long id = ++requests;
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("id", id);
        message.put("method", method);
        message.put("params", params);
        send(Json.write(message));
        return await(answer -> Long.valueOf(id).equals(answer.get("id")) && !answer.containsKey("method"));
    }

    /** A notification of this method, which may have come before. */
    public Map<String, Object> notification(String method) throws InterruptedException {
        Optional<Map<String, Object>> before =
                others.stream().filter(it -> method.equals(it.get("method"))).findFirst();
        if (before.isPresent()) {
            others.remove(before.get());
            return before.get();
        }
        return await(message -> method.equals(message.get("method")));
    }

    /** Sends a line as it is. */
    public void send(String line) throws IOException {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Ends its input, as clients do, and waits for its end; the exit code. */
    public int end() throws IOException, InterruptedException {
        in.close();
        if (!process.waitFor(PATIENCE)) {
            throw new AssertionError("xray mcp did not end within " + PATIENCE + ": " + stderr.text());
        }
        return process.exitValue();
    }

    /** Every line of standard output so far. */
    public List<String> stdout() {
        return stdout.text().lines().toList();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }

    private Map<String, Object> await(Predicate<Map<String, Object>> wanted) throws InterruptedException {
        while (true) {
            String line = lines.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                throw new AssertionError("nothing came within " + PATIENCE + ": " + stderr.text());
            }
            Map<String, Object> message = Json.readObject(line); // every line is a message, or the test fails here
            if (wanted.test(message)) {
                return message;
            }
            others.add(message);
        }
    }

    private static Map<String, Object> result(Map<String, Object> answer) {
        if (!answer.containsKey("result")) {
            throw new AssertionError("no result: " + answer);
        }
        return Json.asObject(answer.get("result"));
    }
}
