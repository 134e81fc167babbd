package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.tool.Answer;
import ai.xray.tool.Question;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Words questions as requests of the protocol, and reads what they are answered with. */
final class Questions {
    /** How many a call may have open at once, as its contract says. */
    static final int MOST = 16;

    private Questions() {}

    /** @throws IllegalArgumentException when a call asks more at once than its contract allows */
    static void requireFew(Map<String, Question<?>> questions) {
        if (questions.isEmpty() || questions.size() > MOST) {
            throw new IllegalArgumentException(
                    "%d questions at once; allowed: 1 to %d".formatted(questions.size(), MOST));
        }
    }

    static String method(Question<?> question) {
        return switch (question) {
            case Question.Form _ -> "elicitation/create";
            case Question.Sample _ -> "sampling/createMessage";
            case Question.Roots _ -> "roots/list";
        };
    }

    static Map<String, Object> params(Question<?> question) {
        Map<String, Object> params = new LinkedHashMap<>();
        switch (question) {
            case Question.Form(String message, Map<String, Object> schema) -> {
                params.put("message", message);
                params.put("requestedSchema", schema);
            }
            case Question.Sample(String prompt, Optional<String> system, int maxTokens) -> {
                params.put(
                        "messages", List.of(Map.of("role", "user", "content", Map.of("type", "text", "text", prompt))));
                system.ifPresent(text -> params.put("systemPrompt", text));
                params.put("maxTokens", maxTokens);
            }
            case Question.Roots() -> {}
        }
        return params;
    }

    /**
     * Reads an answer.
     *
     * @param field how the client knows the answer
     * @throws Refusal when it is not one to this question
     */
    static Answer parse(String field, Question<?> question, Map<String, Object> result) {
        return switch (question) {
            case Question.Form _ -> form(field, result);
            case Question.Sample _ -> sample(field, result);
            case Question.Roots _ -> roots(field, result);
        };
    }

    private static Answer form(String field, Map<String, Object> result) {
        String action = field + ".action";
        if (!(result.get("action") instanceof String name)) {
            throw Refusal.invalid(action, action + ": is required and must be a string.");
        }
        Answer.Action done = ai.xray.memory.Named.parse(action, name, List.of(Answer.Action.values()));
        Map<String, Object> content = done == Answer.Action.ACCEPT && result.get("content") instanceof Map<?, ?> given
                ? Json.asObject(given)
                : Map.of();
        return new Answer.Form(done, content);
    }

    private static Answer sample(String field, Map<String, Object> result) {
        List<?> blocks = result.get("content") instanceof List<?> several
                ? several
                : Optional.ofNullable(result.get("content")).map(List::of).orElse(List.of());
        if (!(result.get("model") instanceof String model) || blocks.isEmpty()) {
            throw Refusal.invalid(field, field + ": needs a model, a string, and content.");
        }
        String text = blocks.stream()
                .filter(Map.class::isInstance)
                .map(Json::asObject)
                .filter(block -> "text".equals(block.get("type")))
                .map(block -> Objects.toString(block.get("text"), ""))
                .collect(Collectors.joining("\n"));
        return new Answer.Sample(text, model);
    }

    private static Answer roots(String field, Map<String, Object> result) {
        if (!(result.get("roots") instanceof List<?> roots)) {
            throw Refusal.invalid(field + ".roots", field + ".roots: is required and must be an array.");
        }
        return new Answer.Roots(roots.stream()
                .filter(Map.class::isInstance)
                .map(Json::asObject)
                .filter(root -> root.get("uri") instanceof String)
                .map(root -> new Answer.Root(
                        (String) root.get("uri"),
                        Optional.ofNullable(root.get("name"))
                                .filter(String.class::isInstance)
                                .map(String.class::cast)))
                .toList());
    }
}
