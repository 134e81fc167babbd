package ai.xray.runtime.server;

import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.LiveSettings;
import ai.xray.setting.ServerSettings;
import java.io.IOException;
import java.util.Set;

/**
 * The settings of a server that does not run, in the data directory that this takes meanwhile. Nothing is started, so that a
 * change can be taken back with which the server does not start.
 */
public final class SettingsAtRest implements AutoCloseable {
    private final DataDirectory directory;
    private final ServerSettings settings;

    private SettingsAtRest(DataDirectory directory, ServerSettings settings) {
        this.directory = directory;
        this.settings = settings;
    }

    /**
     * Takes the data directory.
     *
     * @throws InUseException when a server holds it
     */
    public static SettingsAtRest open(Configuration configured) throws IOException {
        DataDirectory directory = DataDirectory.open(configured.dataDirectory());
        try {
            SettingChanges changes = SettingChanges.read(directory);
            Configuration now = changes.applyWhatCanBe(configured);
            return new SettingsAtRest(directory, new LiveSettings(configured, now, changes, new AtRest(configured)));
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** The settings as the next start will find them. */
    public ServerSettings settings() {
        return settings;
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }

    /** Tells of every setting what would happen if the server ran. */
    private record AtRest(Configuration configured) implements LiveSettings.Running {
        @Override
        public Set<String> pids() {
            return configured.byPid(configured.settings()).keySet();
        }

        @Override
        public Set<String> taken() {
            return Configurator.TAKEN;
        }

        @Override
        public void take(Configuration now, String name) {
            // there is nothing to give it to
        }
    }
}
