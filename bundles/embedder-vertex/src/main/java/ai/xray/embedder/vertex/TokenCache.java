package ai.xray.embedder.vertex;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The token that requests go with. It is replaced five minutes before it expires, by one request at a time; while a
 * replacement cannot be had, the old one serves until it expires. Thread-safe.
 */
final class TokenCache {
    private static final System.Logger LOG = System.getLogger(TokenCache.class.getName());
    private static final long EARLY_NANOS = Duration.ofMinutes(5).toNanos();

    private record Held(AccessToken token, long expires) {}

    private final Credentials credentials;
    private final LongSupplier nanoTime;
    private final ReentrantLock refreshing = new ReentrantLock();
    private volatile Held held;

    /** @param nanoTime steady, unlike the clock, which jumps */
    TokenCache(Credentials credentials, LongSupplier nanoTime) {
        this.credentials = credentials;
        this.nanoTime = nanoTime;
    }

    /**
     * A token that is good now.
     *
     * @throws IOException when there is none; the message says why in words
     */
    AccessToken token() throws IOException {
        Held now = held;
        if (left(now) > EARLY_NANOS) {
            return now.token();
        }
        try {
            refreshing.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException stopped = new InterruptedIOException("the request for a token was interrupted");
            stopped.initCause(e);
            throw stopped;
        }
        try {
            return left(held) > EARLY_NANOS ? held.token() : refreshed();
        } finally {
            refreshing.unlock();
        }
    }

    /** The server refused this token: it is not used again. */
    void forget(AccessToken refused) {
        refreshing.lock();
        try {
            if (held != null && held.token().equals(refused)) {
                held = null;
            }
        } finally {
            refreshing.unlock();
        }
    }

    private AccessToken refreshed() throws IOException {
        long asked = nanoTime.getAsLong();
        try {
            AccessToken token = credentials.ask();
            held = new Held(token, asked + token.lifetime().toNanos());
            return token;
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            if (left(held) > 0) {
                LOG.log(Level.DEBUG, "The token is not renewed yet: {0}", e.getMessage());
                return held.token();
            }
            throw e;
        }
    }

    private long left(Held token) {
        return token == null ? 0 : token.expires() - nanoTime.getAsLong();
    }
}
