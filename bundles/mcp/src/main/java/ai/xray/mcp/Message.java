package ai.xray.mcp;

import ai.xray.json.Json;
import java.util.Map;
import java.util.Optional;

/** A JSON-RPC 2.0 message from a client, checked for shape. */
sealed interface Message {
    /**
     * @param id a {@code String}, {@code Long} or {@code BigInteger}
     * @param params empty when the message has none
     */
    record Request(Object id, String method, Map<String, Object> params) implements Message {
        @Override
        public Map<String, Object> meta() {
            return metaOf(params);
        }
    }

    /** @param params empty when the message has none */
    record Notification(String method, Map<String, Object> params) implements Message {
        @Override
        public Map<String, Object> meta() {
            return metaOf(params);
        }
    }

    /**
     * An answer to a request of ours.
     *
     * @param result empty for an error
     */
    record Response(Object id, Optional<Map<String, Object>> result) implements Message {}

    /** The {@code _meta} of the parameters, empty when there is none. */
    default Map<String, Object> meta() {
        return Map.of();
    }

    private static Map<String, Object> metaOf(Map<String, Object> params) {
        return params.get("_meta") instanceof Map<?, ?> meta ? Json.asObject(meta) : Map.of();
    }
}
