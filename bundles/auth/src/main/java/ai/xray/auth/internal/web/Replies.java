package ai.xray.auth.internal.web;

import ai.xray.json.Json;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Answers of one JSON object. */
public final class Replies {
    private Replies() {}

    /** Sends {@code body} with {@code status}. */
    public static void json(HttpServletResponse response, int status, Map<String, ?> body) throws IOException {
        byte[] json = Json.write(body).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }
}
