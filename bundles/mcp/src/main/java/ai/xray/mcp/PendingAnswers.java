package ai.xray.mcp;

import ai.xray.memory.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What a session's client was asked and did not answer yet. Bounded; thread-safe. */
final class PendingAnswers {
    private static final int MOST = 64;

    private final Map<Object, Pending> open = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();
    private volatile boolean ended;

    /** @param response completed by what the client answers */
    record Pending(String id, CompletableFuture<Message.Response> response) {}

    /** One more; the caller closes it. */
    Pending open() {
        if (open.size() >= MOST) {
            throw Refusal.of(
                    Refusal.Code.UNAVAILABLE,
                    "Your client was asked %d things that it has not answered; answer some first.".formatted(MOST));
        }
        Pending pending = new Pending("ask-" + count.incrementAndGet(), new CompletableFuture<>());
        open.put(pending.id(), pending);
        if (ended) {
            end();
        }
        return pending;
    }

    /** Hands an answer to whoever waits for it; one that nobody waits for is dropped. */
    void answered(Message.Response response) {
        Pending pending = open.remove(response.id());
        if (pending != null) {
            pending.response().complete(response);
        }
    }

    /** Stops waiting; whether it was not answered. */
    boolean close(Pending pending) {
        return open.remove(pending.id(), pending);
    }

    /** Nobody will answer any more: those who wait are told so, as if the client had answered with errors. */
    void end() {
        ended = true;
        open.keySet().forEach(id -> answered(new Message.Response(id, Optional.empty())));
    }
}
