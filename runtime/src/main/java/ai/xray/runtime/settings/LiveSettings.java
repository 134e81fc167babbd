package ai.xray.runtime.settings;

import ai.xray.memory.Spelling;
import ai.xray.setting.ServerSettings;
import ai.xray.setting.SettingException;
import ai.xray.setting.SettingException.Reason;
import ai.xray.setting.SettingStatus;
import ai.xray.setting.SettingStatus.Effect;
import ai.xray.setting.SettingStatus.Next;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** The settings of a server, changed while it runs. */
public final class LiveSettings implements ServerSettings {
    private static final System.Logger LOG = System.getLogger(LiveSettings.class.getName());

    /** What tells where changes are kept cannot itself be one. */
    private static final List<String> FIXED = List.of("config", "data-dir");

    /** Where changes are kept over a restart. */
    public interface Changes {
        /** Keeps one; durable when this returns. */
        void set(String name, String value) throws IOException;

        /** Forgets one, where it is there. */
        void remove(String name) throws IOException;
    }

    /** What runs with the settings. */
    public interface Running {
        /** The PIDs of the components that were given a configuration. */
        Set<String> pids();

        /** The launcher's own settings that it can take while it runs. */
        Set<String> taken();

        /** Gives {@code now} to whatever runs and has the setting {@code name}, and to what starts from now on. */
        void take(Configuration now, String name);
    }

    /**
     * What the components of all bundles tell of themselves.
     *
     * @param modifiable PIDs of those that can be given another configuration while they run
     * @param implementations the names that a setting may have which chooses one, by the setting's name
     */
    private record Components(Set<String> modifiable, Map<String, List<String>> implementations) {
        static Components of(Settings settings) throws IOException {
            Map<String, List<String>> implementations = new HashMap<>();
            for (Setting setting : settings.all()) {
                if (setting.choosesImplementation()) {
                    implementations.put(setting.name(), settings.implementations(setting));
                }
            }
            return new Components(settings.modifiable(), implementations);
        }
    }

    private final Configuration configured;
    private final Changes changes;
    private final Running running;
    private final ReentrantLock lock = new ReentrantLock();
    private Configuration now;
    private Configuration next;
    private Optional<Components> components = Optional.empty();

    /**
     * The settings of what runs.
     *
     * @param configured without any change
     * @param now with the changes that are in force
     */
    public LiveSettings(Configuration configured, Configuration now, Changes changes, Running running) {
        this.configured = configured;
        this.now = now;
        this.next = now;
        this.changes = changes;
        this.running = running;
    }

    @Override
    public List<SettingStatus> list() {
        lock.lock();
        try {
            return configured.settings().all().stream().map(this::status).toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public SettingStatus get(String name) {
        lock.lock();
        try {
            return status(require(name));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public SettingStatus set(String name, String value) {
        return change(require(name), () -> {
            if (FIXED.contains(name)) {
                throw new SettingException(
                        Reason.NOT_ALLOWED,
                        "%s: tells where changes are found, so it cannot be one; give it as a flag.".formatted(name));
            }
            Configuration changed = next.with(Map.of(name, value));
            changes.set(name, value);
            return changed;
        });
    }

    @Override
    public SettingStatus reset(String name) {
        return change(require(name), () -> {
            changes.remove(name);
            return next.taking(name, configured);
        });
    }

    private interface Change {
        Configuration make() throws IOException;
    }

    private SettingStatus change(Setting setting, Change change) {
        String name = setting.name();
        lock.lock();
        try {
            next = change.make();
            if (effect(setting) == Effect.AT_ONCE) {
                now = now.taking(name, next);
                running.take(now, name);
            }
            LOG.log(Level.INFO, "setting {0} changed by an admin", name);
            return status(setting);
        } catch (UsageException e) {
            // the sentence is about a flag, which is how most know the setting
            throw new SettingException(Reason.NOT_ALLOWED, e.getMessage().replaceFirst("^--", ""));
        } catch (IOException e) {
            throw new SettingException(
                    Reason.NOT_KEPT, "%s: the change cannot be kept: %s".formatted(name, e.getMessage()));
        } finally {
            lock.unlock();
        }
    }

    private Setting require(String name) {
        return configured.settings().find(name).orElseThrow(() -> {
            String hint = Spelling.closest(name, configured.settings().names())
                    .map(closest -> "did you mean '%s'?".formatted(closest))
                    .orElse("'xray admin settings' lists all.");
            return new SettingException(
                    Reason.UNKNOWN, "setting '%s' is not known; %s".formatted(Spelling.excerpt(name), hint));
        });
    }

    private SettingStatus status(Setting setting) {
        String name = setting.name();
        boolean changes = !now.text(name).equals(next.text(name)) || now.source(name) != next.source(name);
        return new SettingStatus(
                name,
                setting.description(),
                setting.type().name().toLowerCase(Locale.ROOT),
                setting.list(),
                shown(setting, setting.shownDefault()).orElse(""),
                allowed(setting),
                setting.least().map(BigDecimal::toPlainString),
                setting.most().map(BigDecimal::toPlainString),
                shown(setting, now.text(name)),
                now.source(name),
                effect(setting),
                changes ? Optional.of(new Next(shown(setting, next.text(name)), next.source(name))) : Optional.empty());
    }

    private static Optional<String> shown(Setting setting, String text) {
        return setting.secret() ? Optional.empty() : Optional.of(text);
    }

    private List<String> allowed(Setting setting) {
        return components().implementations().getOrDefault(setting.name(), setting.options());
    }

    /** Read when somebody asks, which no start of the server waits for. */
    private Components components() {
        if (components.isEmpty()) {
            try {
                components = Optional.of(Components.of(configured.settings()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return components.get();
    }

    /** What no component has that runs is simply there for the one that will. */
    private Effect effect(Setting setting) {
        boolean atOnce = setting.ofLauncher()
                ? running.taken().contains(setting.name())
                : setting.bindings().stream()
                        .map(Setting.Binding::pid)
                        .filter(running.pids()::contains)
                        .allMatch(components().modifiable()::contains);
        return atOnce ? Effect.AT_ONCE : Effect.AT_NEXT_START;
    }
}
