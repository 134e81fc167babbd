package ai.xray.mcp;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An address with variables in braces (RFC 6570, level 1), read backwards: which values make this address of it. */
final class UriTemplate {
    private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z0-9_]{1,64})}");
    private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private final Pattern pattern;
    private final List<String> variables = new ArrayList<>();

    /** @throws IllegalArgumentException when {@code template} is not one of level 1, or not told apart when read backwards */
    UriTemplate(String template) {
        StringBuilder regex = new StringBuilder();
        Matcher variable = VARIABLE.matcher(template);
        int end = 0;
        while (variable.find()) {
            literal(template.substring(end, variable.start()), regex, end > 0);
            regex.append("([^/?#]+)");
            variables.add(variable.group(1));
            end = variable.end();
        }
        literal(template.substring(end), regex, false);
        this.pattern = Pattern.compile(regex.toString());
    }

    /** The names of the variables, in their order; none for a plain address. */
    List<String> variables() {
        return List.copyOf(variables);
    }

    /** The values of the variables in {@code uri}, decoded; empty when it is not of this template. */
    Optional<Map<String, Object>> match(String uri) {
        Matcher matcher = pattern.matcher(uri);
        if (!matcher.matches() || BROKEN_ESCAPE.matcher(uri).find()) {
            return Optional.empty();
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            // URLDecoder is for forms, where a plus is a space; here it is a plus.
            String encoded = matcher.group(i + 1).replace("+", "%2B");
            values.put(variables.get(i), URLDecoder.decode(encoded, StandardCharsets.UTF_8));
        }
        return Optional.of(values);
    }

    private static void literal(String text, StringBuilder regex, boolean between) {
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            throw new IllegalArgumentException("its address has braces that are no variable of letters, digits and _");
        }
        if (between && text.isEmpty()) {
            throw new IllegalArgumentException("its address has two variables with nothing between them");
        }
        regex.append(Pattern.quote(text));
    }
}
