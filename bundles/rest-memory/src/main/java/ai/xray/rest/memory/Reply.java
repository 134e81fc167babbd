package ai.xray.rest.memory;

import ai.xray.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A JSON object on its way out, with a strong entity tag over its bytes, so that who has them need not be sent them again.
 *
 * @param version the entity tag of what the reply is about, where a change can be made to depend on it
 */
record Reply(Map<String, Object> body, Optional<String> version) {
    Reply(Map<String, Object> body) {
        this(body, Optional.empty());
    }

    void send(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] json = Json.write(body).getBytes(StandardCharsets.UTF_8);
        String tag = EntityTag.of(version, json);
        response.setHeader("ETag", tag);
        response.setHeader("Cache-Control", "private, no-cache");
        response.addHeader("Vary", "Authorization, Cookie");
        boolean read = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        if (read && known(request.getHeader("If-None-Match"), tag)) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType(Operation.JSON);
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }

    private static boolean known(String header, String tag) {
        return header != null
                && Stream.of(header.split(","))
                        .map(String::strip)
                        .anyMatch(known -> known.equals("*") || known.equals(tag) || known.equals("W/" + tag));
    }
}
