package ai.xray.runtime.server;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** Which features an admin enabled or disabled while the server ran. Kept in the data directory. */
final class FeatureChoice {
    private static final String FILE = "features.properties";

    private final DataDirectory directory;
    private final Map<String, Boolean> chosen = new TreeMap<>();

    private FeatureChoice(DataDirectory directory) {
        this.directory = directory;
    }

    static FeatureChoice read(DataDirectory directory) throws IOException {
        FeatureChoice choice = new FeatureChoice(directory);
        Path file = directory.path().resolve(FILE);
        if (Files.exists(file)) {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            properties.forEach((name, value) -> choice.chosen.put((String) name, Boolean.valueOf((String) value)));
        }
        return choice;
    }

    /** {@code configured} with what was chosen since; a choice of a feature that is no longer installed is left out. */
    Set<String> apply(Collection<String> configured, Collection<String> installed) {
        Set<String> names = new LinkedHashSet<>(configured);
        chosen.forEach((name, on) -> {
            if (!on) {
                names.remove(name);
            } else if (installed.contains(name)) {
                names.add(name);
            }
        });
        return names;
    }

    void set(String name, boolean on) throws IOException {
        Map<String, Boolean> next = new TreeMap<>(chosen);
        next.put(name, on);
        StringBuilder text = new StringBuilder();
        next.forEach((feature, value) ->
                text.append(feature).append('=').append(value).append('\n'));
        directory.write(FILE, text.toString());
        chosen.put(name, on);
    }
}
