package ai.xray.rest;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Hangs up on clients that take too long over the head of a request. The container's idle time bounds the pause between two
 * bytes only, so that a client which sends one now and then would keep its connection for ever.
 *
 * <p>Looks at the connections of a connector now and then; what it reads of one may be a moment old, which is near enough.
 */
final class SlowHeads implements AutoCloseable {
    /** The longest that a head may take, up to the time between two looks longer. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    private final Connector connector;
    private final InstantSource clock;

    /** The last look at which a connection waited for a request, or the first at which it was at a head. */
    private final Map<EndPoint, Look> looks = new WeakHashMap<>();

    private volatile boolean closed;

    SlowHeads(Connector connector, InstantSource clock) {
        this.connector = connector;
        this.clock = clock;
    }

    /** Looks from now on, until it is closed or the connector stops. */
    void watch() {
        connector.getScheduler().schedule(this::lookAgain, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Hangs up on those who have been at one head for too long. Called by one thread at a time. */
    void look() {
        Instant now = clock.instant();
        for (EndPoint client : connector.getConnectedEndPoints()) {
            if (client.getConnection() instanceof HttpConnection connection) {
                look(client, connection, now);
            }
        }
    }

    private void lookAgain() {
        if (!closed && connector.isRunning()) {
            look();
            watch();
        }
    }

    private void look(EndPoint client, HttpConnection connection, Instant now) {
        HttpParser parser = connection.getParser();
        if (!parser.inHeaderState()) {
            looks.remove(client); // a request is being served
            return;
        }
        Look before = looks.get(client);
        Look current = new Look(connection.getMessagesIn(), connection.getBytesIn(), now);
        boolean sameWait = before != null && before.requests() == current.requests();
        // Line breaks before a request are no part of it, but they are bytes.
        boolean waits = parser.isStart() && (!sameWait || before.bytes() == current.bytes());
        if (waits || !sameWait) {
            looks.put(client, current);
        } else if (now.isAfter(before.at().plus(LONGEST))) {
            client.close();
        }
    }

    /** What there was of a connection: how many requests and bytes had come. */
    private record Look(long requests, long bytes, Instant at) {}
}
