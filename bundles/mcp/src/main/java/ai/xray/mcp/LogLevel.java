package ai.xray.mcp;

import ai.xray.memory.Named;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The severities of RFC 5424, least severe first. */
enum LogLevel implements Named {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    private static final List<String> WIRES = Named.wires(Arrays.asList(values()));

    /** The level with that name. */
    static Optional<LogLevel> of(String name) {
        int index = WIRES.indexOf(name);
        return index < 0 ? Optional.empty() : Optional.of(values()[index]);
    }

    /**
     * The level a request names under {@code field}.
     *
     * @param status the HTTP status of the refusal
     * @throws RpcException when {@code value} is not the name of one
     */
    static LogLevel parse(String field, Object value, int status) throws RpcException {
        Optional<LogLevel> level = value instanceof String name ? of(name) : Optional.empty();
        if (level.isEmpty()) {
            throw new RpcException(
                    status,
                    RpcException.INVALID_PARAMS,
                    "%s: is not a log level; allowed: %s.".formatted(field, String.join(", ", WIRES)),
                    Map.of("field", field, "allowed", WIRES));
        }
        return level.get();
    }
}
