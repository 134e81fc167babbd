package ai.xray.runtime.server;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a server says of itself at {@code /readyz}. */
record ReadyReport(String reply) {
    private static final String NEEDS_ANOTHER = "Unable to get service for reference";

    /** Whether it can serve. */
    boolean ready() {
        return reply.startsWith("HTTP/1.1 200");
    }

    /**
     * Why a component could not be started, without those that only wait for it. One that failed stays so until what it found
     * has changed, so this tells a server that will not become ready from one that is not ready yet.
     */
    Optional<String> failure() {
        List<String> failures = new ArrayList<>();
        for (Map<String, Object> part : parts()) {
            boolean component = String.valueOf(part.get("part")).contains(".");
            String problem = String.valueOf(part.get("problem"));
            if (component && Boolean.FALSE.equals(part.get("ready")) && !problem.startsWith(NEEDS_ANOTHER)) {
                failures.add(problem);
            }
        }
        return failures.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", failures));
    }

    /** In a sentence, why it cannot serve. */
    String problem() {
        return failure().or(this::waiting).orElseGet(this::body);
    }

    private Optional<String> waiting() {
        return parts().stream()
                .filter(part -> Boolean.FALSE.equals(part.get("ready")))
                .map(part -> "%s: %s".formatted(part.get("part"), part.get("problem")))
                .findFirst();
    }

    private List<Map<String, Object>> parts() {
        try {
            return Json.readObject(body()).get("parts") instanceof List<?> parts
                    ? parts.stream().map(Json::asObject).toList()
                    : List.of();
        } catch (JsonException e) {
            return List.of();
        }
    }

    private String body() {
        int end = reply.indexOf("\r\n\r\n");
        return end < 0 ? reply : reply.substring(end + 4).strip();
    }
}
