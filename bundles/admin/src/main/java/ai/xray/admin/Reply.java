package ai.xray.admin;

import ai.xray.json.Json;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Replies of one JSON object. */
final class Reply {
    private Reply() {}

    static void send(HttpServletResponse response, Map<String, ?> body) throws IOException {
        response.setContentType("application/json");
        response.getOutputStream().write(Json.write(body).getBytes(StandardCharsets.UTF_8));
    }
}
