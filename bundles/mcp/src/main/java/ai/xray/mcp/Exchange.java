package ai.xray.mcp;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** One HTTP request with its response, in the terms of the transport. */
final class Exchange {
    /** Where whoever counts the requests looks for streams. */
    private static final String STREAM = "ai.xray.stream";

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final Accepts accepts;
    private final EventStream events;
    private Optional<Supplier<String>> stepUp = Optional.empty();

    Exchange(HttpServletRequest request, HttpServletResponse response) {
        this.request = request;
        this.response = response;
        this.accepts = Accepts.parse(request.getHeader("Accept"));
        this.events = new EventStream(response, accepts.events());
    }

    HttpServletRequest request() {
        return request;
    }

    HttpServletResponse response() {
        return response;
    }

    Accepts accepts() {
        return accepts;
    }

    EventStream events() {
        return events;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeader(name));
    }

    /**
     * Sends the last message: as an event where a stream is open or is all the client reads, else as JSON. An error goes out
     * as JSON even then, since an event stream cannot carry its status.
     *
     * @param outlet where the messages before went
     */
    void reply(int status, String message, Outlet outlet) throws IOException {
        boolean eventsOnly = !accepts.json() && status == HttpServletResponse.SC_OK;
        if (!outlet.finish(message, eventsOnly)) {
            json(status, message);
        }
    }

    /** Sends {@code challenge} along with an answer that the caller may not do this: it tells how to get there. */
    void offerStepUp(Supplier<String> challenge) {
        stepUp = Optional.of(challenge);
    }

    /** Answers with a JSON body. */
    void json(int status, String body) throws IOException {
        if (status == HttpServletResponse.SC_FORBIDDEN) {
            stepUp.ifPresent(challenge -> response.setHeader("WWW-Authenticate", challenge.get()));
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType(Accepts.JSON);
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    /** The failure of a request whose HTTP method is not one of {@code methods}. */
    RpcException notAllowed(String methods) {
        response.setHeader("Allow", methods);
        return RpcException.invalidRequest(405, "The method is not one of %s.".formatted(methods));
    }

    /**
     * Says that the reply is a stream that stays open: a server that stops does not wait for it, it runs {@code end}.
     */
    void streams(Runnable end) {
        request.setAttribute(STREAM, (AutoCloseable) end::run);
    }

    /** Answers without a body. */
    void empty(int status) {
        response.setStatus(status);
    }
}
