package ai.xray.mcp;

import java.time.Duration;
import java.util.Map;

/** Tools: listed, called, and announced when the set changes. */
final class ToolsFeature implements Feature {
    /** Short: the set changes whenever a feature is switched, and not every client listens for that. */
    private static final long LISTING_HOLDS = Duration.ofMinutes(1).toMillis();

    private final Map<String, Method> methods;

    ToolsFeature(ToolRegistry registry) {
        Method list = call -> {
            if (call.params().get("cursor") != null) {
                throw RpcException.invalidParams("cursor: is not one of ours; the list has one page and needs none.");
            }
            return new Result(registry.current().listing(), LISTING_HOLDS);
        };
        this.methods = Map.of("tools/list", list, "tools/call", new ToolCalls(registry));
    }

    @Override
    public String capability() {
        return "tools";
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
}
