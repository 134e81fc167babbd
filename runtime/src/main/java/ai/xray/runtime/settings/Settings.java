package ai.xray.runtime.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every setting there is: those of the launcher and those that the metatype documents of bundles declare. This is the one
 * source of flags, environment variables, keys of {@code xray.yaml}, help, and what an admin sees and changes.
 */
public final class Settings {
    private static final String METATYPE = "OSGI-INF/metatype/";

    private final Map<String, Setting> byName = new TreeMap<>();
    private final List<Path> jars;

    private Settings(Collection<Path> jars) {
        this.jars = List.copyOf(jars);
    }

    /** Reads the metatype documents of the launcher and of {@code jars}. */
    public static Settings of(Collection<Path> jars) throws IOException {
        Settings settings = new Settings(jars);
        String own = "/" + METATYPE + LauncherSettings.class.getName() + ".xml";
        try (InputStream document = Settings.class.getResourceAsStream(own)) {
            if (document == null) {
                throw new IOException("the launcher's own settings are missing: " + own);
            }
            MetatypeReader reader = new MetatypeReader();
            BundleXml.read(own, document, reader);
            settings.addAll(reader.settings());
        }
        settings.addAllOf(jars);
        return settings;
    }

    /** The settings that {@code jars} declare, without the launcher's own. */
    public static Settings declaredBy(Collection<Path> jars) throws IOException {
        Settings settings = new Settings(jars);
        settings.addAllOf(jars);
        return settings;
    }

    private void addAllOf(Collection<Path> jars) throws IOException {
        List<MetatypeReader> documents = new ArrayList<>();
        for (Path jar : jars) {
            BundleXml.readAll(jar, entry -> entry.startsWith(METATYPE) && entry.endsWith(".xml"), () -> {
                documents.add(new MetatypeReader());
                return documents.getLast();
            });
        }
        documents.forEach(document -> addAll(document.settings()));
    }

    private void addAll(List<Setting> settings) {
        settings.forEach(setting -> byName.merge(setting.name(), setting, Setting::and));
    }

    /** The settings as flags of a command. */
    public List<OptionSpec> flags() {
        return byName.values().stream().map(Settings::flag).toList();
    }

    private static OptionSpec flag(Setting setting) {
        OptionSpec.Builder flag = OptionSpec.builder("--" + setting.name(), "-" + setting.name())
                .type(String.class)
                .paramLabel(setting.type().name().toLowerCase(Locale.ROOT))
                .description(description(setting));
        if (setting.type() == Setting.Type.BOOLEAN) {
            flag.arity("0..1").fallbackValue("true");
        }
        return flag.build();
    }

    private static String description(Setting setting) {
        String shown = setting.shownDefault();
        String byDefault = shown.isEmpty() || setting.secret() ? "" : " Default: " + shown + ".";
        String options = setting.options().isEmpty() ? "" : " One of: " + String.join(", ", setting.options()) + ".";
        return (setting.description() + options + byDefault).replace("%", "%%");
    }

    Collection<Setting> all() {
        return byName.values();
    }

    /** The names of all settings. */
    public Collection<String> names() {
        return byName.keySet();
    }

    Optional<Setting> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names of the implementations a setting may choose among, read from the components of the bundles. */
    List<String> implementations(Setting setting) throws IOException {
        return ComponentReader.implementations(jars, setting.bindings());
    }

    /** The PIDs of the components that can be given another configuration while they run. */
    Set<String> modifiable() throws IOException {
        return ComponentReader.modifiable(jars);
    }
}
