package ai.xray.mcp;

import java.util.Map;

/** Log lines of tools. A session keeps the level it wants; without sessions every request names its own. */
final class LoggingFeature implements Feature {
    @Override
    public String capability() {
        return "logging";
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of();
    }

    @Override
    public Map<String, Method> sessionMethods() {
        return Map.of("logging/setLevel", call -> {
            LogLevel level = LogLevel.parse("level", call.params().get("level"), 200);
            call.session().ifPresent(session -> session.logsFrom(level));
            return Result.EMPTY;
        });
    }

    @Override
    public Map<String, Method> statelessMethods() {
        return Map.of();
    }
}
