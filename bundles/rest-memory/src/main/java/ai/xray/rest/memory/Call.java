package ai.xray.rest.memory;

import ai.xray.auth.Caller;
import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request that was let in.
 *
 * @param caller who makes it; empty where everybody may
 */
record Call(Operation operation, Optional<Caller> caller, Question question, HttpServletRequest request) {
    /** Who makes it, where somebody has to be known. */
    Caller known() {
        return caller.orElseThrow(() -> new IllegalStateException(operation.id() + " is for everybody"));
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeader(name));
    }

    /** The JSON object that it brings; the doorway bounds its size. */
    Map<String, Object> body() throws IOException {
        String type = Optional.ofNullable(request.getContentType()).orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals(Operation.JSON) && !type.startsWith(Operation.JSON + ";")) {
            throw Refusal.invalid("Content-Type", "Content-Type: must be application/json.");
        }
        try {
            return Json.asObject(Json.read(request.getInputStream().readAllBytes()));
        } catch (JsonException e) {
            Refusal refusal = Refusal.invalid("body", "body: " + e.getMessage() + ".");
            refusal.initCause(e);
            throw refusal;
        }
    }
}
