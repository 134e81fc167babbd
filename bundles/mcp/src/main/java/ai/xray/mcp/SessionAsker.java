package ai.xray.mcp;

import ai.xray.memory.Refusal;
import ai.xray.tool.Answer;
import ai.xray.tool.Question;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks by a request of the server's own on the call's stream, and waits for the response (the session era). */
final class SessionAsker implements Asker {
    /** As long as a person may take over a form. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Session session;
    private final Outlet outlet;
    private final CompletableFuture<Void> cancelled;
    private final Duration patience;

    SessionAsker(Session session, Outlet outlet, CompletableFuture<Void> cancelled, Duration patience) {
        this.session = session;
        this.outlet = outlet;
        this.cancelled = cancelled;
        this.patience = patience;
    }

    @Override
    public boolean can(Question<?> question) {
        return outlet.wanted() && session.capabilities().allow(question);
    }

    @Override
    public Map<String, Answer> ask(Map<String, Question<?>> questions) throws IOException {
        Questions.requireFew(questions);
        for (Question<?> question : questions.values()) {
            if (!can(question)) {
                throw Refusal.of(
                        Refusal.Code.UNAVAILABLE,
                        "This needs to ask you something, for which your client lacks the capability '%s' or an event stream."
                                .formatted(ClientCapabilities.needed(question)));
            }
        }
        Map<String, PendingAnswers.Pending> asked = new LinkedHashMap<>();
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            for (Map.Entry<String, Question<?>> entry : questions.entrySet()) {
                PendingAnswers.Pending pending = session.pending().open();
                asked.put(entry.getKey(), pending);
                outlet.send(JsonRpc.request(
                        pending.id(), Questions.method(entry.getValue()), Questions.params(entry.getValue())));
            }
            Map<String, Answer> answers = new LinkedHashMap<>();
            for (Map.Entry<String, PendingAnswers.Pending> entry : asked.entrySet()) {
                Message.Response response = await(entry.getValue(), deadline);
                answers.put(entry.getKey(), answer(entry.getKey(), questions.get(entry.getKey()), response));
            }
            return answers;
        } finally {
            asked.values().forEach(pending -> {
                if (session.pending().close(pending)) {
                    outlet.send(JsonRpc.notification("notifications/cancelled", Map.of("requestId", pending.id())));
                }
            });
        }
    }

    private Message.Response await(PendingAnswers.Pending pending, long deadline) throws IOException {
        try {
            CompletableFuture.anyOf(pending.response(), cancelled)
                    .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw Refusal.of(
                    Refusal.Code.UNAVAILABLE,
                    "What this call had to ask was not answered within %d seconds.".formatted(patience.toSeconds()));
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes these with a failure", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the client was asked");
        }
        if (!pending.response().isDone()) {
            throw new InterruptedIOException("the client no longer waits");
        }
        return pending.response().join();
    }

    private static Answer answer(String key, Question<?> question, Message.Response response) {
        return Questions.parse(
                key,
                question,
                response.result()
                        .orElseThrow(() -> Refusal.of(
                                Refusal.Code.UNAVAILABLE,
                                "Your client answered with an error when it was asked for '%s'.".formatted(key))));
    }
}
