package ai.xray.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A part of the server and whether it can serve.
 *
 * @param problem why not, in one sentence
 */
record Part(String name, Optional<String> problem) {
    Map<String, Object> toJson() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("part", name);
        fields.put("ready", problem.isEmpty());
        problem.ifPresent(why -> fields.put("problem", why));
        return fields;
    }
}
