package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.prompt.Prompt;
import ai.xray.resource.ResourceSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Suggests values while a person fills in a prompt or the address of a resource. */
final class CompletionFeature implements Feature {
    /** As many as the protocol allows in one answer. */
    private static final int MOST = 100;

    private final Registry<Prompt, OfferedPrompt> prompts;
    private final Resources resources;

    CompletionFeature(Registry<Prompt, OfferedPrompt> prompts, Resources resources) {
        this.prompts = prompts;
        this.resources = resources;
    }

    @Override
    public String capability() {
        return "completions";
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of();
    }

    @Override
    public Map<String, Method> sessionMethods() {
        return Map.of("completion/complete", this::complete);
    }

    @Override
    public Map<String, Method> statelessMethods() {
        return sessionMethods();
    }

    /** What is being filled in. */
    private record Blank(String name, String start, Map<String, String> others) {}

    private Result complete(Call call) throws RpcException {
        Map<String, Object> ref = object(call.params(), "ref");
        Blank blank = blank(call.params());
        if ("ref/prompt".equals(ref.get("type"))) {
            return ofPrompt(PromptsFeature.find(prompts.current(), ref), blank, call);
        }
        if ("ref/resource".equals(ref.get("type"))) {
            return ofResource(template(ref), blank, call);
        }
        throw RpcException.invalidParams("ref.type: is not one of ref/prompt, ref/resource.");
    }

    private static Result ofPrompt(OfferedPrompt prompt, Blank blank, Call call) throws RpcException {
        if (prompt.argument(blank.name()).isEmpty()) {
            throw RpcException.unknownName("argument", blank.name(), prompt.argumentNames());
        }
        return Rendering.of(prompt.name(), () -> {
            Scopes.require(prompt.name(), prompt.spec().scope(), call.caller());
            return result(prompt.service().complete(blank.name(), blank.start(), blank.others(), call.caller()));
        });
    }

    private static Result ofResource(OfferedResource resource, Blank blank, Call call) throws RpcException {
        List<String> variables = resource.address().variables();
        if (!variables.contains(blank.name())) {
            throw RpcException.unknownName("variable", blank.name(), variables);
        }
        ResourceSpec spec = resource.spec();
        return Rendering.of(spec.name(), () -> {
            Scopes.require(spec.uri(), spec.scope(), call.caller());
            return result(resource.service().complete(blank.name(), blank.start(), blank.others(), call.caller()));
        });
    }

    private OfferedResource template(Map<String, Object> ref) throws RpcException {
        if (!(ref.get("uri") instanceof String uri)) {
            throw RpcException.invalidParams("ref.uri: is required and must be a string: the template's address.");
        }
        Offers<OfferedResource> templates = resources.templates();
        return templates.find(uri).orElseThrow(() -> RpcException.unknownName("template", uri, templates.names()));
    }

    private static Blank blank(Map<String, Object> params) throws RpcException {
        Map<String, Object> argument = object(params, "argument");
        if (!(argument.get("name") instanceof String name) || !(argument.get("value") instanceof String start)) {
            throw RpcException.invalidParams("argument: needs a name and a value, both strings.");
        }
        Map<String, String> others = new LinkedHashMap<>();
        if (params.get("context") instanceof Map<?, ?> context && context.get("arguments") instanceof Map<?, ?> known) {
            Json.asObject(known).forEach((key, value) -> {
                if (value instanceof String text) {
                    others.put(key, text);
                }
            });
        }
        return new Blank(name, start, others);
    }

    private static Map<String, Object> object(Map<String, Object> params, String field) throws RpcException {
        if (!(params.get(field) instanceof Map<?, ?> object)) {
            throw RpcException.invalidParams(field + ": is required and must be an object.");
        }
        return Json.asObject(object);
    }

    private static Result result(List<String> values) {
        Map<String, Object> completion = new LinkedHashMap<>();
        completion.put("values", values.subList(0, Math.min(MOST, values.size())));
        completion.put("hasMore", values.size() > MOST);
        return Result.of(Map.of("completion", completion));
    }
}
