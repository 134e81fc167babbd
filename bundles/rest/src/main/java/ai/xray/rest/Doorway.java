package ai.xray.rest;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What every request passes first. It names the request, counts it, bounds its body, puts safe headers on the reply, tells browsers whose
 * pages may read it, and turns
 * what a servlet throws into a {@link Problem}. Thread-safe.
 */
final class Doorway extends HttpFilter {
    private static final long serialVersionUID = 1L;

    /** Doors that bound the body by the same setting themselves, to refuse it in their protocol's form. */
    private static final Set<String> OWN_FORM = Set.of("/mcp", "/sse", "/sse/messages");

    /** Doors that bound the body themselves, by a limit of their own: many cells come at a time. */
    private static final Set<String> OWN_LIMIT = Set.of("/v1/admin/cells");

    /** What a request that has passed its connector may need to arrive here, where it is refused. */
    private static final Duration ARRIVAL = Duration.ofMillis(50);

    private static final System.Logger LOG = System.getLogger(Doorway.class.getName());

    private final transient InFlight inFlight = new InFlight();
    private final transient Connectors connectors = new Connectors();
    private transient volatile CrossOrigin crossOrigin;
    private transient volatile ClientAddress clientAddress;
    private volatile long maxRequestBytes;

    /** A doorway that lets bodies of at most {@code maxRequestBytes} through. */
    Doorway(long maxRequestBytes, CrossOrigin crossOrigin, ClientAddress clientAddress) {
        this.maxRequestBytes = maxRequestBytes;
        this.crossOrigin = crossOrigin;
        this.clientAddress = clientAddress;
    }

    /** Changes what holds for the requests to come. */
    void change(long limit, CrossOrigin listed, ClientAddress address) {
        maxRequestBytes = limit;
        crossOrigin = listed;
        clientAddress = address;
    }

    /**
     * Refuses every new request and waits for those inside, {@code longest} at most; returns how many are left. When it
     * returns, the connectors themselves refuse whatever still comes.
     */
    int drain(Duration longest) throws InterruptedException {
        int left = inFlight.drain(longest);
        connectors.refuse();
        Thread.sleep(ARRIVAL);
        return left;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String id = RequestId.of(request);
        request.setAttribute(RequestId.ATTRIBUTE, id);
        name(request, response, id);
        connectors.note(request);
        if (crossOrigin.isPreflight(request)) {
            crossOrigin.answerPreflight(response);
            return;
        }
        Optional<InFlight.Visit> visit = inFlight.enter(clientAddress.of(request));
        if (visit.isEmpty()) {
            closing(request).send(response);
            return;
        }
        try {
            serve(visit.get().request(), response, chain, id);
        } finally {
            visit.get().leaveWhenDone();
        }
    }

    private void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain, String id)
            throws IOException, ServletException {
        try {
            String door = request.getServletPath();
            long limit = OWN_LIMIT.contains(door) ? Long.MAX_VALUE : maxRequestBytes;
            chain.doFilter(OWN_FORM.contains(door) ? request : new BoundedRequest(request, limit), response);
        } catch (Refusal e) {
            answer(request, response, id, Problem.of(e), e);
        } catch (IOException | ServletException | RuntimeException | LinkageError | StackOverflowError e) {
            if (e.getCause() instanceof Refusal refusal) {
                answer(request, response, id, Problem.of(refusal), e);
                return;
            }
            boolean clientIsGone = response.isCommitted() && e instanceof IOException;
            LOG.log(
                    clientIsGone ? Level.DEBUG : Level.ERROR,
                    "Request " + id + " failed: " + request.getMethod() + " "
                            + Spelling.excerpt(request.getRequestURI()),
                    e);
            Problem problem = Problem.of(500, "The server failed; its log tells why under the request id " + id + ".")
                    .withMember("requestId", id);
            answer(request, response, id, problem, e);
        }
    }

    /** Replaces what was begun. A reply that is on its way cannot be: the container is left to break it off. */
    private void answer(
            HttpServletRequest request, HttpServletResponse response, String id, Problem problem, Throwable reason)
            throws IOException {
        if (response.isCommitted()) {
            throw new IOException("the reply was on its way already", reason);
        }
        response.reset();
        name(request, response, id);
        problem.send(response);
        if (request.isAsyncStarted()) {
            request.getAsyncContext().complete();
        }
    }

    private void name(HttpServletRequest request, HttpServletResponse response, String id) {
        SafeHeaders.putOn(response);
        crossOrigin.putOn(request, response);
        response.setHeader(RequestId.HEADER, id);
    }

    private static Problem closing(HttpServletRequest request) {
        Problem problem = Problem.of(Refusal.of(Refusal.Code.UNAVAILABLE, "The server is shutting down; ask again."));
        boolean connectionsAreOurs = request.getProtocol().startsWith("HTTP/1"); // HTTP/2 forbids the header
        return connectionsAreOurs ? problem.withHeader("Connection", "close") : problem;
    }
}
