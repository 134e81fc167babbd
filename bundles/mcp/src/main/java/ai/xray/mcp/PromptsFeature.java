package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.prompt.Prompt;
import ai.xray.prompt.PromptReply;
import ai.xray.prompt.PromptSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prompts: listed, rendered, and announced when the set changes. */
final class PromptsFeature implements Feature {
    private final Registry<Prompt, OfferedPrompt> registry;
    private final Map<String, Method> methods;

    PromptsFeature(Registry<Prompt, OfferedPrompt> registry) {
        this.registry = registry;
        this.methods = Map.of(
                "prompts/list", call -> Listing.of("prompts", registry.current(), call), "prompts/get", this::get);
    }

    @Override
    public String capability() {
        return "prompts";
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of("listChanged", true);
    }

    @Override
    public Map<String, Method> sessionMethods() {
        return methods;
    }

    @Override
    public Map<String, Method> statelessMethods() {
        return methods;
    }

    /** The prompt that {@code params} name. */
    static OfferedPrompt find(Offers<OfferedPrompt> prompts, Map<String, Object> params) throws RpcException {
        if (!(params.get("name") instanceof String name)) {
            throw RpcException.invalidParams("name: is required and must be a string: the prompt.");
        }
        return prompts.find(name).orElseThrow(() -> RpcException.unknownName("prompt", name, prompts.names()));
    }

    private Result get(Call call) throws RpcException {
        OfferedPrompt prompt = find(registry.current(), call.params());
        return Rendering.of(prompt.name(), () -> {
            Scopes.require(prompt.name(), prompt.spec().scope(), call.caller());
            Map<String, Object> arguments = arguments(prompt, call.params().get("arguments"));
            return result(prompt, prompt.service().render(new CallInvocation(call, arguments)));
        });
    }

    private static Map<String, Object> arguments(OfferedPrompt prompt, Object given) throws RpcException {
        if (given != null && !(given instanceof Map<?, ?>)) {
            throw RpcException.invalidParams("arguments: is not an object.");
        }
        Map<String, Object> arguments = given == null ? Map.of() : Json.asObject(given);
        for (Map.Entry<String, Object> argument : arguments.entrySet()) {
            if (prompt.argument(argument.getKey()).isEmpty()) {
                throw Refusal.unknownName("arguments", argument.getKey(), prompt.argumentNames());
            }
            if (!(argument.getValue() instanceof String)) {
                throw Refusal.invalid(argument.getKey(), argument.getKey() + ": is not a string.");
            }
        }
        for (PromptSpec.Argument declared : prompt.spec().arguments()) {
            if (declared.required() && !arguments.containsKey(declared.name())) {
                throw Refusal.invalid(declared.name(), declared.name() + ": is required and missing.");
            }
        }
        return arguments;
    }

    private static Result result(OfferedPrompt prompt, PromptReply reply) {
        List<Object> messages = new ArrayList<>();
        for (PromptReply.Message message : reply.messages()) {
            Map<String, Object> wire = new LinkedHashMap<>();
            wire.put("role", message.role().wire());
            wire.put("content", Blocks.of(message.content()));
            messages.add(wire);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("description", prompt.spec().description());
        members.put("messages", messages);
        return Result.of(members);
    }
}
