package ai.xray.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.Settings;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingChangesTest {
    @TempDir
    Path folder;

    private Configuration configured() throws IOException {
        return Configuration.resolve(
                Settings.of(List.of()), Map.of(), Map.of("data-dir", folder.toString(), "log-level", "error"));
    }

    @Test
    void changesWinOverFlagsAfterARestart() throws IOException {
        try (SettingsAtRest rest = SettingsAtRest.open(configured())) {
            rest.settings().set("log-level", "debug");
            rest.settings().set("listen", "[::1]:7 # = \\ é");
        }
        try (DataDirectory directory = DataDirectory.open(folder)) {
            SettingChanges changes = SettingChanges.read(directory);
            Configuration now = changes.apply(configured(), Set.of());
            assertThat(now.text("log-level")).isEqualTo("debug");
            assertThat(now.text("listen")).isEqualTo("[::1]:7 # = \\ é");
            assertThat(changes.apply(configured(), Set.of("log-level")).text("log-level"))
                    .isEqualTo("error");
        }
        assertThat(Files.getPosixFilePermissions(folder.resolve(SettingChanges.FILE)))
                .hasSize(2); // to be read and written by the owner: a secret may be among them
    }

    @Test
    void changeThatIsNoLongerAllowedIsToldWithHowToTakeItBack() throws IOException {
        Files.writeString(folder.resolve(SettingChanges.FILE), "log-level=loud\ngone=1\n");
        try (DataDirectory directory = DataDirectory.open(folder)) {
            SettingChanges changes = SettingChanges.read(directory);
            Configuration configured = configured();
            assertThatThrownBy(() -> changes.apply(configured, Set.of()))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("--log-level: 'loud' is not known; allowed: error, warning, info, debug. It was changed"
                            + " while the server ran; 'xray admin settings NAME --reset' takes that back.");
        }
        try (SettingsAtRest rest = SettingsAtRest.open(configured())) {
            assertThat(rest.settings().reset("log-level").value()).contains("error");
        }
        try (DataDirectory directory = DataDirectory.open(folder)) {
            assertThat(SettingChanges.read(directory)
                            .apply(configured(), Set.of())
                            .text("log-level"))
                    .isEqualTo("error");
        }
    }

    @Test
    void serverThatRunsIsNotChangedBehindItsBack() throws IOException {
        try (DataDirectory directory = DataDirectory.open(folder)) {
            directory.announce("process 7, http://127.0.0.1:8080");
            Configuration configured = configured();
            assertThatThrownBy(() -> SettingsAtRest.open(configured)).isInstanceOf(InUseException.class);
        }
    }
}
