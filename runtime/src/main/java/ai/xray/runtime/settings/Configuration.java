package ai.xray.runtime.settings;

import ai.xray.setting.SettingStatus.Source;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * What each setting is: defaults &lt; {@code xray.yaml} &lt; environment &lt; flags &lt; what an admin changed. Every value that
 * was given is checked when this is made; nothing is started with a wrong one. Immutable.
 */
public final class Configuration {
    private static final int MAX_FILE_BYTES = 1024 * 1024;

    private final Settings settings;
    private final Map<String, Value> given;

    /** A value that is not the default. */
    private record Value(String text, Source source) {}

    private Configuration(Settings settings, Map<String, Value> given) {
        this.settings = settings;
        this.given = given;
    }

    /**
     * Resolves and checks all settings.
     *
     * @param flags values from the command line, by setting name
     * @throws UsageException for a key that does not exist or a value that is not allowed
     */
    public static Configuration resolve(Settings settings, Map<String, String> environment, Map<String, String> flags)
            throws IOException {
        Map<String, Value> given = new HashMap<>();
        for (Setting setting : settings.all()) {
            Optional.ofNullable(environment.get(setting.variable()))
                    .ifPresent(text -> given.put(setting.name(), new Value(text, Source.ENVIRONMENT)));
        }
        put(given, flags, Source.FLAG);
        Map<String, Value> values = new HashMap<>();
        put(values, new Configuration(settings, given).file(), Source.FILE);
        values.putAll(given);
        Configuration configuration = new Configuration(settings, values);
        configuration.check();
        return configuration;
    }

    /** The data directory that {@link #resolve} would find, before the settings of its bundles are known. */
    public static Path dataDirectory(Map<String, String> environment, Map<String, String> flags) throws IOException {
        Settings launcher = Settings.of(List.of());
        Map<String, Value> given = new HashMap<>();
        for (String name : List.of("data-dir", "config")) {
            String variable = launcher.find(name).orElseThrow().variable();
            Optional.ofNullable(environment.get(variable))
                    .ifPresent(text -> given.put(name, new Value(text, Source.ENVIRONMENT)));
        }
        put(given, flags, Source.FLAG);
        Configuration early = new Configuration(launcher, given);
        if (!given.containsKey("data-dir") && given.containsKey("config")) {
            Object document = early.document(path(early.text("config")));
            if (document instanceof Map<?, ?> map && map.get("data-dir") instanceof String named) {
                return path(named);
            }
        }
        return early.dataDirectory();
    }

    /**
     * This with what an admin changed.
     *
     * @param changes of settings that there are
     * @throws UsageException for a value that is not allowed
     */
    public Configuration with(Map<String, String> changes) throws IOException {
        Map<String, Value> values = new HashMap<>(given);
        put(values, changes, Source.CHANGED);
        Configuration changed = new Configuration(settings, values);
        for (String name : changes.keySet()) {
            changed.check(name);
        }
        return changed;
    }

    /** This with the one setting as it is in {@code other}. */
    Configuration taking(String name, Configuration other) {
        Map<String, Value> values = new HashMap<>(given);
        if (other.given.containsKey(name)) {
            values.put(name, other.given.get(name));
        } else {
            values.remove(name);
        }
        return new Configuration(settings, values);
    }

    /** The value of a setting as text. */
    public String text(String name) {
        return Optional.ofNullable(given.get(name))
                .map(Value::text)
                .orElseGet(() -> setting(name).shownDefault());
    }

    /** Where the value of a setting comes from. */
    Source source(String name) {
        return Optional.ofNullable(given.get(name)).map(Value::source).orElse(Source.DEFAULT);
    }

    /** The settings there are. */
    public Settings settings() {
        return settings;
    }

    /** The value of a boolean setting. */
    public boolean flag(String name) {
        return (Boolean) setting(name).parse(text(name));
    }

    /** The value of a list setting. */
    public List<String> list(String name) {
        return List.of((String[]) setting(name).parse(text(name)));
    }

    /** The data directory, with {@code ~} resolved. */
    public Path dataDirectory() {
        return path(text("data-dir"));
    }

    /** Every configuration that components wait for, by PID; {@code extra} are settings of bundles dropped in later. */
    public Map<String, Map<String, Object>> byPid(Settings extra) {
        Map<String, Map<String, Object>> configurations = new LinkedHashMap<>();
        for (Setting setting : extra.all()) {
            for (Setting.Binding binding : setting.bindings()) {
                if (!binding.pid().isEmpty()) {
                    configurations
                            .computeIfAbsent(binding.pid(), pid -> new HashMap<>())
                            .put(binding.key(), value(setting, binding));
                }
            }
        }
        return configurations;
    }

    /** The configurations of those of {@code pids} that have the setting {@code name}. */
    public Map<String, Map<String, Object>> byPid(String name, Collection<String> pids) {
        Map<String, Map<String, Object>> configurations = byPid(settings);
        List<String> having =
                setting(name).bindings().stream().map(Setting.Binding::pid).toList();
        configurations.keySet().removeIf(pid -> !having.contains(pid) || !pids.contains(pid));
        return configurations;
    }

    private static void put(Map<String, Value> values, Map<String, String> texts, Source source) {
        texts.forEach((name, text) -> values.put(name, new Value(text, source)));
    }

    private Object value(Setting setting, Setting.Binding binding) {
        if (setting.name().equals("data-dir")) {
            return dataDirectory().toString();
        }
        String text =
                Optional.ofNullable(given.get(setting.name())).map(Value::text).orElseGet(setting::shownDefault);
        if (binding.choosesImplementation()) {
            return Setting.filterFor(text);
        }
        return text.isEmpty() && !setting.list() ? text : setting.parse(text);
    }

    private Setting setting(String name) {
        return settings.find(name).orElseThrow(() -> new IllegalArgumentException("no setting " + name));
    }

    private void check() throws IOException {
        for (String name : given.keySet()) {
            check(name);
        }
    }

    private void check(String name) throws IOException {
        Setting setting = setting(name);
        String text = text(name);
        if (setting.choosesImplementation()) {
            List<String> names = settings.implementations(setting);
            if (!names.contains(text)) {
                throw UsageException.unknown("--" + name, text, names);
            }
        } else {
            setting.parse(text);
        }
    }

    private Map<String, String> file() throws IOException {
        String named = text("config");
        Path file = named.isEmpty() ? dataDirectory().resolve("xray.yaml") : path(named);
        if (named.isEmpty() && !Files.exists(file)) {
            return Map.of();
        }
        return values(file, document(file));
    }

    private Object document(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new UsageException("--config: the file '%s' does not exist.".formatted(file));
        }
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new UsageException("%s: is larger than %d bytes.".formatted(file, MAX_FILE_BYTES));
        }
        try (Reader reader = Files.newBufferedReader(file)) {
            return new Load(LoadSettings.builder().setLabel(file.toString()).build()).loadFromReader(reader);
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    .map(mark -> " at line " + (mark.getLine() + 1))
                    .orElse("");
            throw new UsageException("%s: is not YAML%s: %s.".formatted(file, place, e.getProblem()));
        } catch (YamlEngineException | CharacterCodingException e) {
            throw new UsageException("%s: is not a YAML text in UTF-8.".formatted(file));
        }
    }

    private Map<String, String> values(Path file, Object document) {
        if (document == null) {
            return Map.of();
        }
        if (!(document instanceof Map<?, ?> map)) {
            throw new UsageException("%s: must hold lines of 'name: value'.".formatted(file));
        }
        Map<String, String> values = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (settings.find(name).isEmpty()) {
                throw UsageException.unknown(file.getFileName() + ": key", name, settings.names());
            }
            if (value != null) {
                values.put(name, text(file, name, value));
            }
        });
        return values;
    }

    private static String text(Path file, String name, Object value) {
        if (value instanceof List<?> list) {
            List<String> items = new ArrayList<>();
            list.forEach(item -> items.add(String.valueOf(item)));
            return String.join(",", items);
        }
        if (value instanceof Map<?, ?>) {
            throw new UsageException("%s: %s must be one value, not a map.".formatted(file.getFileName(), name));
        }
        return String.valueOf(value);
    }

    private static Path path(String text) {
        boolean home = text.equals("~") || text.startsWith("~/");
        String expanded = home ? System.getProperty("user.home") + text.substring(1) : text;
        try {
            return Path.of(expanded).toAbsolutePath().normalize();
        } catch (java.nio.file.InvalidPathException e) {
            throw new UsageException("'%s' is not a path.".formatted(text));
        }
    }
}
