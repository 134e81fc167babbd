package ai.xray.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets browsers hand replies to pages of other origins (CORS, as the Fetch standard has it): those that an operator listed and no
 * other. Cookies are not part of it: such a page shows a credential of its own.
 *
 * @param origins as browsers write them
 */
record CrossOrigin(Set<String> origins) {
    private static final Pattern COMMA = Pattern.compile(",");
    private static final String METHODS = "GET, HEAD, POST, PATCH, DELETE";
    private static final String REQUEST_HEADERS =
            "Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, Mcp-Session-Id, MCP-Protocol-Version,"
                    + " Mcp-Method, Mcp-Name, X-CSRF-Token, X-Request-Id";
    private static final String REPLY_HEADERS =
            "ETag, Mcp-Session-Id, MCP-Protocol-Version, Retry-After, WWW-Authenticate, X-Request-Id";

    /** How long a browser may remember a preflight, in seconds. */
    private static final String REMEMBERED = "600";

    CrossOrigin {
        origins = Set.copyOf(origins);
    }

    /**
     * The origins that settings name. Whoever admits requests refuses a wrong setting; here, what is no origin is simply no
     * page's.
     */
    static CrossOrigin of(String publicUrl, List<String> corsOrigins) {
        return new CrossOrigin(
                Stream.concat(Stream.of(publicUrl), corsOrigins.stream().flatMap(COMMA::splitAsStream))
                        .map(CrossOrigin::origin)
                        .filter(origin -> !origin.isEmpty())
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** Tells the browser whether the page may read the reply. */
    void putOn(HttpServletRequest request, HttpServletResponse response) {
        response.addHeader("Vary", "Origin");
        if (isListed(request)) {
            response.setHeader("Access-Control-Allow-Origin", request.getHeader("Origin"));
            response.setHeader("Access-Control-Expose-Headers", REPLY_HEADERS);
        }
    }

    /** Whether a browser only asks what a listed page may send. */
    boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS")
                && request.getHeader("Access-Control-Request-Method") != null
                && isListed(request);
    }

    /** Answers a preflight. */
    void answerPreflight(HttpServletResponse response) {
        response.setHeader("Access-Control-Allow-Methods", METHODS);
        response.setHeader("Access-Control-Allow-Headers", REQUEST_HEADERS);
        response.setHeader("Access-Control-Max-Age", REMEMBERED);
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }

    private boolean isListed(HttpServletRequest request) {
        String origin = request.getHeader("Origin");
        return origin != null && origins.contains(origin);
    }

    /** The origin of a URL as browsers write it; empty for none. */
    private static String origin(String url) {
        try {
            URI uri = URI.create(url.strip());
            if (uri.getScheme() == null || uri.getHost() == null) {
                return "";
            }
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            int standard = scheme.equals("https") ? 443 : 80;
            String port = uri.getPort() < 0 || uri.getPort() == standard ? "" : ":" + uri.getPort();
            return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
