package ai.xray.mcp;

import ai.xray.auth.Caller;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** One stream of the transport before Streamable HTTP, with the session that was opened through it. Thread-safe. */
final class LegacyConnection implements Outlet {
    /** Requests of one client that may run at once; their answers wait for each other on the one stream. */
    private static final int MOST_RUNNING = 32;

    private final Semaphore room = new Semaphore(MOST_RUNNING);
    private final AtomicReference<Session> session = new AtomicReference<>();
    private final EventStream events;
    private final String owner;
    private final SessionEra sessionEra;
    private final Sessions sessions;

    LegacyConnection(EventStream events, Caller caller, SessionEra sessionEra, Sessions sessions) {
        this.events = events;
        this.owner = Session.ownerOf(caller);
        this.sessionEra = sessionEra;
        this.sessions = sessions;
    }

    /** Whether {@code caller} is who opened it; to anyone else it does not exist. */
    boolean belongsTo(Caller caller) {
        return owner.equals(Session.ownerOf(caller));
    }

    /** Whether its session wants to be told when a resource changes. */
    boolean watches(String uri) {
        return current().filter(open -> open.watches(uri)).isPresent();
    }

    /**
     * Takes a message; a request is answered on the stream, later.
     *
     * @throws RpcException when it is not taken
     */
    void take(Message message, Caller caller) throws RpcException {
        if (!(message instanceof Message.Request request)) {
            current().ifPresent(open -> sessionEra.accept(open, message));
            return;
        }
        if (!room.tryAcquire()) {
            throw RpcException.invalidRequest(
                    429, "%d requests of this stream run already; wait for an answer.".formatted(MOST_RUNNING));
        }
        Thread.ofVirtual().name("mcp-sse-request").start(() -> {
            try {
                events.send(answer(request, caller));
            } finally {
                room.release();
            }
        });
    }

    /** Ends its session. */
    void close() {
        Optional.ofNullable(session.getAndSet(null)).ifPresent(sessions::close);
    }

    @Override
    public boolean wanted() {
        return true;
    }

    @Override
    public boolean broken() {
        return events.broken();
    }

    @Override
    public void send(String message) {
        events.send(message);
    }

    @Override
    public void probe() {
        events.probe();
    }

    @Override
    public boolean finish(String message, boolean start) {
        events.send(message);
        return true;
    }

    private String answer(Message.Request request, Caller caller) {
        try {
            if (SessionEra.INITIALIZE.equals(request.method())) {
                SessionEra.Opened opened = sessionEra.open(request, caller, Protocol.SSE_VERSIONS);
                Optional.ofNullable(session.getAndSet(opened.session())).ifPresent(sessions::close);
                return opened.text();
            }
            Session open = current()
                    .orElseThrow(
                            () -> RpcException.invalidRequest(200, "initialize: has to come before anything else."));
            return sessionEra.answer(open, request, caller, this).text();
        } catch (RpcException e) {
            return JsonRpc.error(Optional.of(request.id()), e);
        }
    }

    private Optional<Session> current() {
        return Optional.ofNullable(session.get());
    }
}
