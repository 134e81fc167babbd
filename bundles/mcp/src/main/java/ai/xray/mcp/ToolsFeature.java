package ai.xray.mcp;

import ai.xray.tool.Tool;
import java.util.Map;

/** Tools: listed, called, and announced when the set changes. */
final class ToolsFeature implements Feature {
    private final Map<String, Method> methods;

    ToolsFeature(Registry<Tool, OfferedTool> registry) {
        Method list = call -> Listing.of("tools", registry.current(), call);
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
