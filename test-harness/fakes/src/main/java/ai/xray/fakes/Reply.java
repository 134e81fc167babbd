package ai.xray.fakes;

import ai.xray.json.Json;
import java.util.Map;

/** What a server answers. */
public record Reply(int status, Map<String, String> headers, String body) {
    /** Success with a JSON value. */
    static Reply ok(Object json) {
        return of(200, json);
    }

    static Reply of(int status, Object json) {
        return new Reply(status, Map.of("Content-Type", "application/json"), Json.write(json));
    }
}
