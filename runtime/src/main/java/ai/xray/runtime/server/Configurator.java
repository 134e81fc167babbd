package ai.xray.runtime.server;

import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.service.feature.Feature;
import org.osgi.service.feature.FeatureConfiguration;

/** Delivers configurations: what settings say, and what feature documents fix, with their variables filled in. */
final class Configurator {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");

    private final OsgiFramework framework;
    private final Configuration configuration;
    private final Map<String, String> variables;

    /** @param variables values that take precedence over the defaults in feature documents */
    Configurator(OsgiFramework framework, Configuration configuration, Map<String, String> variables) {
        this.framework = framework;
        this.configuration = configuration;
        this.variables = Map.copyOf(variables);
    }

    /** Delivers every configuration that the metatype documents of {@code jars} declare. */
    void settings(Collection<Path> jars) throws IOException {
        configuration.byPid(Settings.declaredBy(jars)).forEach(framework::configure);
    }

    /** Delivers the configurations of a feature document. */
    void feature(Feature feature) {
        Map<String, Object> values = new HashMap<>(feature.getVariables());
        values.putAll(variables);
        for (FeatureConfiguration declared : feature.getConfigurations().values()) {
            Map<String, Object> properties = new HashMap<>();
            declared.getValues()
                    .forEach((key, value) ->
                            properties.put(key, value instanceof String text ? fill(text, values) : value));
            framework.configure(declared.getPid(), properties);
        }
    }

    private static String fill(String text, Map<String, Object> values) {
        return VARIABLE.matcher(text).replaceAll(match -> {
            Object value = values.get(match.group(1));
            if (value == null) {
                throw new UnavailableException("a feature document uses the variable '%s', which it does not define."
                        .formatted(match.group(1)));
            }
            return Matcher.quoteReplacement(value.toString());
        });
    }
}
