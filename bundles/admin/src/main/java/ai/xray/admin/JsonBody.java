package ai.xray.admin;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;

/** The JSON object that a request brings. */
final class JsonBody {
    private JsonBody() {}

    /**
     * Reads it.
     *
     * @throws Refusal when the body is none, or has more than {@code mostBytes}
     */
    static Map<String, Object> read(HttpServletRequest request, int mostBytes) throws IOException {
        String type = request.getContentType();
        if (type == null || !type.startsWith("application/json")) {
            throw Refusal.invalid("Content-Type", "Content-Type: must be application/json.");
        }
        byte[] body = request.getInputStream().readNBytes(mostBytes + 1);
        if (body.length > mostBytes) {
            throw Refusal.tooLarge("body", "body: at most %d bytes are allowed.".formatted(mostBytes));
        }
        try {
            return Json.asObject(Json.read(body));
        } catch (JsonException e) {
            throw Refusal.invalid("body", "body: " + e.getMessage() + ".");
        }
    }
}
