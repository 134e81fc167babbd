package ai.xray.auth;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a door knows of a request before it lets it in.
 *
 * @param host the {@code Host} header
 * @param origin the {@code Origin} header, sent by browsers
 * @param authorization the {@code Authorization} header
 * @param remoteAddress the address of the peer, as an IP literal
 * @param port the port of this server that the request arrived at, where the door tells it
 * @param browser what lets a browser's session in; empty at doors for programs, such as {@code /mcp}, which no session passes
 * @param agents whether this door is one for keys of agents, which pass no other
 */
public record AccessRequest(
        Optional<String> host,
        Optional<String> origin,
        Optional<String> authorization,
        String remoteAddress,
        OptionalInt port,
        Optional<Browser> browser,
        boolean agents) {
    /**
     * What a browser shows.
     *
     * @param method of the request, in upper case
     * @param cookies the {@code Cookie} header; empty for none
     * @param csrfToken the {@code X-CSRF-Token} header, which every method but GET and HEAD needs
     */
    public record Browser(String method, String cookies, Optional<String> csrfToken) {
        /** Whether the request changes nothing. */
        public boolean isSafe() {
            return method.equals("GET") || method.equals("HEAD");
        }

        @Override
        public String toString() {
            return "Browser[method=%s]".formatted(method);
        }
    }

    /** A request at a door for programs. */
    public AccessRequest(
            Optional<String> host, Optional<String> origin, Optional<String> authorization, String remoteAddress) {
        this(host, origin, authorization, remoteAddress, OptionalInt.empty(), Optional.empty(), false);
    }

    /** The same request at a door that browser sessions pass too. */
    public AccessRequest with(Browser shown) {
        return new AccessRequest(host, origin, authorization, remoteAddress, port, Optional.of(shown), agents);
    }

    /** The same request, with the port it arrived at. */
    public AccessRequest at(int localPort) {
        return new AccessRequest(
                host, origin, authorization, remoteAddress, OptionalInt.of(localPort), browser, agents);
    }

    /** The same request at a door for keys of agents. */
    public AccessRequest forAgents() {
        return new AccessRequest(host, origin, authorization, remoteAddress, port, browser, true);
    }

    @Override
    public String toString() {
        return "AccessRequest[host=%s, origin=%s, authorization=%s, remoteAddress=%s]"
                .formatted(host, origin, authorization.isPresent() ? "present" : "absent", remoteAddress);
    }
}
