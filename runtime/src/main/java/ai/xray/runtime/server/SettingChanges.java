package ai.xray.runtime.server;

import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.LiveSettings;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** What an admin changed of the settings while the server ran. Kept in the data directory, readable by its owner alone. */
final class SettingChanges implements LiveSettings.Changes {
    static final String FILE = "settings.properties";

    private static final System.Logger LOG = System.getLogger(SettingChanges.class.getName());

    private final DataDirectory directory;
    private final Map<String, String> changed = new ConcurrentSkipListMap<>();

    private SettingChanges(DataDirectory directory) {
        this.directory = directory;
    }

    static SettingChanges read(DataDirectory directory) throws IOException {
        SettingChanges changes = new SettingChanges(directory);
        Path file = directory.path().resolve(FILE);
        if (Files.exists(file)) {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IllegalArgumentException e) {
                throw new UnavailableException("%s: is damaged (%s).".formatted(file, e.getMessage()), e);
            }
            properties.forEach((name, value) -> changes.changed.put((String) name, (String) value));
        }
        return changes;
    }

    /**
     * {@code configured} with the changes; one of a setting that no bundle has any more is left out.
     *
     * @param fixed the settings that stay as configured
     * @throws UsageException when a value is no longer allowed
     */
    Configuration apply(Configuration configured, Set<String> fixed) throws IOException {
        Map<String, String> applied = new TreeMap<>(changed);
        applied.keySet().removeAll(fixed);
        applied.keySet().retainAll(configured.settings().names());
        try {
            return configured.with(applied);
        } catch (UsageException e) {
            throw new UsageException(
                    "%s It was changed while the server ran; 'xray admin settings NAME --reset' takes that back."
                            .formatted(e.getMessage()));
        }
    }

    /** As {@link #apply}, but what is no longer allowed is left out too: whoever takes it back must get that far. */
    Configuration applyWhatCanBe(Configuration configured) throws IOException {
        Configuration now = configured;
        for (Map.Entry<String, String> change : changed.entrySet()) {
            if (configured.settings().names().contains(change.getKey())) {
                try {
                    now = now.with(Map.of(change.getKey(), change.getValue()));
                } catch (UsageException e) {
                    LOG.log(Level.WARNING, "{0}: {1}", FILE, e.getMessage());
                }
            }
        }
        return now;
    }

    /** Says which changes are in force, for a server that is not as its flags say is hard to understand. */
    void tell(Configuration now) {
        List<String> names = changed.keySet().stream()
                .filter(now.settings().names()::contains)
                .toList();
        if (!names.isEmpty()) {
            LOG.log(
                    Level.INFO,
                    "changed by an admin, and so in force whatever flags, environment and file say: {0}",
                    String.join(", ", names));
        }
    }

    @Override
    public void set(String name, String value) throws IOException {
        Map<String, String> next = new TreeMap<>(changed);
        next.put(name, value);
        write(next);
        changed.put(name, value);
    }

    @Override
    public void remove(String name) throws IOException {
        if (changed.containsKey(name)) {
            Map<String, String> next = new TreeMap<>(changed);
            next.remove(name);
            write(next);
            changed.remove(name);
        }
    }

    private void write(Map<String, String> changes) throws IOException {
        Properties properties = new Properties();
        properties.putAll(changes);
        StringWriter text = new StringWriter();
        properties.store(text, null);
        directory.write(FILE, text.toString());
    }
}
