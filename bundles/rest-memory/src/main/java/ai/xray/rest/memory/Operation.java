package ai.xray.rest.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that can be asked: the description from which requests are checked and the OpenAPI document is made.
 *
 * @param path as OpenAPI writes it
 * @param access who may ask it
 * @param body the schema of the body that the request brings
 * @param media the media type of the reply
 * @param reply the schema of the reply
 */
record Operation(
        String id,
        String method,
        String path,
        String summary,
        Access access,
        List<Parameter> parameters,
        Optional<Map<String, Object>> body,
        String media,
        Map<String, Object> reply) {
    static final String JSON = "application/json";

    /** Who may ask. */
    enum Access {
        /** Everybody, without a credential. */
        EVERYBODY,
        /** Whoever may read memory. */
        READER,
        /** A signed-in person at a browser, who may write memory. */
        EDITOR
    }

    Operation {
        parameters = List.copyOf(parameters);
    }

    /** A read of JSON. */
    static Operation get(
            String id, String path, String summary, List<Parameter> parameters, Map<String, Object> reply) {
        return new Operation(id, "GET", path, summary, Access.READER, parameters, Optional.empty(), JSON, reply);
    }

    /** A read of JSON that everybody may make. */
    static Operation open(String id, String path, String summary, Map<String, Object> reply) {
        return new Operation(id, "GET", path, summary, Access.EVERYBODY, List.of(), Optional.empty(), JSON, reply);
    }

    /** A change by a person at a browser. */
    static Operation change(
            String id,
            String method,
            String path,
            String summary,
            List<Parameter> parameters,
            Optional<Map<String, Object>> body,
            Map<String, Object> reply) {
        return new Operation(id, method, path, summary, Access.EDITOR, parameters, body, JSON, reply);
    }

    /** As an operation object of OpenAPI. */
    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operationId", id);
        json.put("summary", summary);
        json.put("parameters", parameters.stream().map(Parameter::toJson).toList());
        body.ifPresent(schema ->
                json.put("requestBody", Map.of("required", true, "content", Map.of(JSON, Map.of("schema", schema)))));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put("200", Map.of("description", "Done.", "content", Map.of(media, Map.of("schema", reply))));
        if (method.equals("GET") && media.equals(JSON)) {
            responses.put("304", Map.of("description", "What If-None-Match names is what there is."));
        }
        responses.put("default", Map.of("$ref", "#/components/responses/Problem"));
        json.put("responses", responses);
        if (access == Access.EVERYBODY) {
            json.put("security", List.of());
        }
        return json;
    }
}
