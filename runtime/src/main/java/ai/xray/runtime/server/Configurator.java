package ai.xray.runtime.server;

import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.LiveSettings;
import ai.xray.runtime.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.osgi.service.feature.Feature;
import org.osgi.service.feature.FeatureConfiguration;

/**
 * Delivers configurations: what settings say, and what feature documents fix, with their variables filled in. Thread-safe: a
 * setting may be changed while a feature is enabled, and neither may be lost.
 */
final class Configurator implements LiveSettings.Running {
    private static final String LOG_LEVEL = "log-level";

    /** The launcher's own settings that can be changed while it runs. */
    static final Set<String> TAKEN = Set.of(LOG_LEVEL);

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");

    private final OsgiFramework framework;
    private final Map<String, String> variables;
    private final Map<Path, Set<String>> delivered = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private Configuration configuration;

    /** @param variables values that take precedence over the defaults in feature documents */
    Configurator(OsgiFramework framework, Configuration configuration, Map<String, String> variables) {
        this.framework = framework;
        this.configuration = configuration;
        this.variables = Map.copyOf(variables);
    }

    /** Delivers every configuration that the metatype documents of {@code jars} declare. */
    void settings(Collection<Path> jars) throws IOException {
        lock.lock();
        try {
            for (Path jar : jars) {
                Map<String, Map<String, Object>> configurations =
                        configuration.byPid(Settings.declaredBy(List.of(jar)));
                configurations.forEach(framework::configure);
                delivered.put(jar, Set.copyOf(configurations.keySet()));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The components of {@code jar} are gone. */
    void forget(Path jar) {
        lock.lock();
        try {
            delivered.remove(jar);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Set<String> pids() {
        lock.lock();
        try {
            return delivered.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Set<String> taken() {
        return TAKEN;
    }

    @Override
    public void take(Configuration now, String name) {
        lock.lock();
        try {
            configuration = now;
            if (name.equals(LOG_LEVEL)) {
                Logs.level(now.text(name));
            }
            now.byPid(name, pids()).forEach(framework::configure);
        } finally {
            lock.unlock();
        }
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
