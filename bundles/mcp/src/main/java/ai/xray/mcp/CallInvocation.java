package ai.xray.mcp;

import ai.xray.auth.Caller;
import ai.xray.tool.Answer;
import ai.xray.tool.Invocation;
import ai.xray.tool.Question;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.ReentrantLock;

/** What a tool, prompt or resource sees of the call it serves. Thread-safe. */
final class CallInvocation implements Invocation {
    private final Call call;
    private final Map<String, Object> arguments;
    private final Object progressToken;
    private final ReentrantLock reporting = new ReentrantLock();
    private double reported = Double.NEGATIVE_INFINITY;

    CallInvocation(Call call, Map<String, Object> arguments) {
        this.call = call;
        this.arguments = Collections.unmodifiableMap(arguments);
        this.progressToken = call.request().meta().get("progressToken");
    }

    @Override
    public Map<String, Object> arguments() {
        return arguments;
    }

    @Override
    public Caller caller() {
        return call.caller();
    }

    @Override
    public boolean cancelled() {
        // Without sessions a closed stream is how a client cancels; with sessions it may only have lost the connection.
        if (call.session().isEmpty()) {
            call.outlet().probe();
        }
        return call.cancelled().isDone()
                || (call.session().isEmpty() && call.outlet().broken());
    }

    /** {@inheritDoc} What is not further than before is not sent: the protocol wants progress to increase. */
    @Override
    public void progress(double done, OptionalDouble total, String message) {
        if (!JsonRpc.isId(progressToken) || !call.outlet().wanted()) {
            return;
        }
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("progressToken", progressToken);
        params.put("progress", done);
        total.ifPresent(all -> params.put("total", all));
        if (message != null && !message.isEmpty()) {
            params.put("message", message);
        }
        reporting.lock();
        try {
            if (done > reported) {
                reported = done;
                call.outlet().send(JsonRpc.notification("notifications/progress", params));
            }
        } finally {
            reporting.unlock();
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when {@code level} is none of RFC 5424
     */
    @Override
    public void log(String level, String logger, Object data) {
        LogLevel severity = LogLevel.of(level)
                .orElseThrow(() -> new IllegalArgumentException("'" + level + "' is not a log level of RFC 5424"));
        Optional<LogLevel> from = call.logsFrom();
        if (from.isEmpty()
                || severity.compareTo(from.get()) < 0
                || !call.outlet().wanted()) {
            return;
        }
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("level", severity.wire());
        if (logger != null && !logger.isEmpty()) {
            params.put("logger", logger);
        }
        params.put("data", data);
        call.outlet().send(JsonRpc.notification("notifications/message", params));
    }

    @Override
    public boolean canAsk(Question<?> question) {
        return call.asker().can(question);
    }

    @Override
    public Map<String, Answer> ask(Map<String, Question<?>> questions) throws IOException {
        return call.asker().ask(questions);
    }
}
