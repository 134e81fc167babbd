package ai.xray.mcp;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.tool.Content;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Resources: listed, read, watched, and announced when the set changes. */
final class ResourcesFeature implements Feature {
    /** What a resource holds may change at any time; who reads it again asks again. */
    private static final long HOLDS = 0;

    private final Resources resources;
    private final Watches watches;

    ResourcesFeature(Resources resources, Watches watches) {
        this.resources = resources;
        this.watches = watches;
    }

    @Override
    public String capability() {
        return "resources";
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("subscribe", true);
        settings.put("listChanged", true);
        return settings;
    }

    @Override
    public Map<String, Method> sessionMethods() {
        Map<String, Method> methods = new HashMap<>(statelessMethods());
        methods.put("resources/subscribe", this::subscribe);
        methods.put("resources/unsubscribe", this::unsubscribe);
        return methods;
    }

    @Override
    public Map<String, Method> statelessMethods() {
        return Map.of(
                "resources/list", call -> Listing.of("resources", resources.plain(), call),
                "resources/templates/list", call -> Listing.of("resourceTemplates", resources.templates(), call),
                "resources/read", this::read);
    }

    private Result read(Call call) throws RpcException {
        String uri = uri(call);
        Resources.Found found = found(uri, call);
        return Rendering.of(found.resource().spec().name(), () -> {
            Scopes.require(uri, found.resource().spec().scope(), call.caller());
            try {
                List<Content.Embedded> contents =
                        found.resource().service().read(uri, new CallInvocation(call, found.variables()));
                Map<String, Object> members =
                        Map.of("contents", contents.stream().map(Blocks::of).toList());
                return Result.cacheable(JsonRpc.members(members), HOLDS);
            } catch (Refusal e) {
                throw e.isNotFound() ? notFound(uri, call) : RpcException.of(e);
            }
        });
    }

    private Result subscribe(Call call) throws RpcException {
        String uri = uri(call);
        Session session = call.session().orElseThrow();
        if (!resources.mayWatch(uri, call.caller())) {
            throw notFound(uri, call);
        }
        watches.add(uri, session);
        try {
            session.watch(uri);
        } catch (Refusal e) {
            watches.remove(uri, session);
            throw RpcException.of(e);
        }
        return Result.EMPTY;
    }

    private Result unsubscribe(Call call) throws RpcException {
        String uri = uri(call);
        Session session = call.session().orElseThrow();
        session.unwatch(uri);
        watches.remove(uri, session);
        return Result.EMPTY;
    }

    private Resources.Found found(String uri, Call call) throws RpcException {
        return resources.find(uri).orElseThrow(() -> notFound(uri, call));
    }

    private static String uri(Call call) throws RpcException {
        if (!(call.params().get("uri") instanceof String uri)) {
            throw RpcException.invalidParams("uri: is required and must be a string: the resource's address.");
        }
        return uri;
    }

    private static RpcException notFound(String uri, Call call) {
        int code = call.session().isPresent() ? RpcException.RESOURCE_NOT_FOUND : RpcException.INVALID_PARAMS;
        return new RpcException(
                200, code, "uri: there is no resource at '%s'.".formatted(Spelling.excerpt(uri)), Map.of("uri", uri));
    }
}
