package ai.xray.remote;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Takes in the body of an answer up to a limit, and hangs up when there is more. */
final class BoundedBody implements BodySubscriber<BoundedBody.Body> {
    /** What was taken in. */
    static final class Body {
        private final byte[] bytes;
        private final boolean whole;

        private Body(byte[] bytes, boolean whole) {
            this.bytes = bytes;
            this.whole = whole;
        }

        byte[] bytes() {
            return bytes;
        }

        /** Whether this is all there was. */
        boolean whole() {
            return whole;
        }
    }

    private final int limit;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final CompletableFuture<Body> body = new CompletableFuture<>();
    private Subscription subscription;

    BoundedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<Body> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription granted) {
        subscription = granted;
        granted.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            int room = limit - taken.size();
            byte[] bytes = new byte[Math.min(room, part.remaining())];
            part.get(bytes);
            taken.writeBytes(bytes);
            if (part.hasRemaining()) {
                subscription.cancel();
                body.complete(new Body(taken.toByteArray(), false));
                return;
            }
        }
        subscription.request(1);
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(new Body(taken.toByteArray(), true));
    }
}
