package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.prompt.Prompt;
import ai.xray.prompt.PromptSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A registered prompt.
 *
 * @param listing the text of its entry in {@code prompts/list}
 */
record OfferedPrompt(Prompt service, PromptSpec spec, String listing) implements Offered {
    /**
     * The prompt as it is offered.
     *
     * @throws IllegalArgumentException when clients would not take its description
     */
    static OfferedPrompt of(Prompt prompt) {
        PromptSpec spec = prompt.spec();
        Registry.requireName(spec.name());
        return new OfferedPrompt(prompt, spec, Json.write(entry(spec)));
    }

    @Override
    public String name() {
        return spec.name();
    }

    /** The names of its arguments. */
    List<String> argumentNames() {
        return spec.arguments().stream().map(PromptSpec.Argument::name).toList();
    }

    Optional<PromptSpec.Argument> argument(String name) {
        return spec.arguments().stream().filter(it -> it.name().equals(name)).findFirst();
    }

    private static Map<String, Object> entry(PromptSpec spec) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", spec.name());
        entry.put("title", spec.title());
        entry.put("description", spec.description());
        entry.put(
                "arguments", spec.arguments().stream().map(OfferedPrompt::entry).toList());
        return entry;
    }

    private static Map<String, Object> entry(PromptSpec.Argument argument) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", argument.name());
        entry.put("description", argument.description());
        entry.put("required", argument.required());
        return entry;
    }
}
