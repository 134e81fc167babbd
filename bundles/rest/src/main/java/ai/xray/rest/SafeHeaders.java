package ai.xray.rest;

import jakarta.servlet.http.HttpServletResponse;

/**
 * Headers that keep a browser from doing more with a reply than was meant. A servlet that sends pages sets its own
 * {@code Content-Security-Policy}, and one whose replies may be kept its own {@code Cache-Control}.
 */
final class SafeHeaders {
    private SafeHeaders() {}

    static void putOn(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    }
}
