package ai.xray.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An argument that a tool wants repeated in a header ({@code x-mcp-header} in its input schema).
 *
 * @param name the part after {@code Mcp-Param-}
 * @param path the property names that lead to the argument
 */
record ParamHeader(String name, List<String> path) {
    private static final String KEYWORD = "x-mcp-header";
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+");
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

    ParamHeader {
        path = List.copyOf(path);
    }

    /** Those of a schema, reached by {@code properties} alone as the protocol wants; malformed ones do not count. */
    static List<ParamHeader> of(Map<String, Object> schema) {
        List<ParamHeader> found = new ArrayList<>();
        collect(schema, List.of(), found);
        return List.copyOf(found);
    }

    /** The argument's value; {@code null} when it is absent. */
    Object valueIn(Map<String, Object> arguments) {
        Object value = arguments;
        for (String step : path) {
            value = value instanceof Map<?, ?> object ? object.get(step) : null;
        }
        return value;
    }

    private static void collect(Map<?, ?> schema, List<String> path, List<ParamHeader> found) {
        if (!(schema.get("properties") instanceof Map<?, ?> properties)) {
            return;
        }
        properties.forEach((name, property) -> {
            if (property instanceof Map<?, ?> keywords) {
                List<String> here = new ArrayList<>(path);
                here.add((String) name);
                if (keywords.get(KEYWORD) instanceof String header
                        && TOKEN.matcher(header).matches()
                        && TYPES.contains(keywords.get("type"))) {
                    found.add(new ParamHeader(header, here));
                }
                collect(keywords, here, found);
            }
        });
    }
}
