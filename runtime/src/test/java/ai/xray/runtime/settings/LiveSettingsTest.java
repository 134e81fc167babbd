package ai.xray.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.setting.SettingException;
import ai.xray.setting.SettingException.Reason;
import ai.xray.setting.SettingStatus;
import ai.xray.setting.SettingStatus.Effect;
import ai.xray.setting.SettingStatus.Next;
import ai.xray.setting.SettingStatus.Source;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveSettingsTest {
    private static final String LAMP = "com.example.Lamp";
    private static final String SAFE = "com.example.Safe";
    private static final String METATYPE = """
            <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.4.0">
              <OCD id="lamp" name="Lamp">
                <AD id="watts" type="Integer" name="watts" default="10" min="1" max="100" description="How bright."/>
                <AD id="delay" type="String" name="delay" default="2s"/>
              </OCD>
              <OCD id="safe" name="Safe">
                <AD id="delay" type="String" name="delay" default="2s"/>
                <AD id="code" type="Password" name="code" default=""/>
                <AD id="guard.target" type="String" name="guard" default="(xray.name=dog)"/>
              </OCD>
              <Designate pid="com.example.Lamp"><Object ocdref="lamp"/></Designate>
              <Designate pid="com.example.Safe"><Object ocdref="safe"/></Designate>
            </metatype:MetaData>
            """;

    @TempDir
    Path folder;

    private final Map<String, String> kept = new HashMap<>();
    private final Set<String> running = new HashSet<>(Set.of(LAMP, SAFE));
    private final Map<String, Map<String, Object>> delivered = new HashMap<>();
    private boolean full;
    private LiveSettings settings;

    @BeforeEach
    void start() throws IOException {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("OSGI-INF/metatype/all.xml", METATYPE);
        entries.put("OSGI-INF/lamp.xml", component(LAMP, "modified=\"modified\"", ""));
        entries.put(
                "OSGI-INF/safe.xml",
                component(SAFE, "", "<reference name=\"guard\" interface=\"com.example.Guard\"/>"));
        entries.put("OSGI-INF/dog.xml", guard("dog"));
        entries.put("OSGI-INF/cat.xml", guard("cat"));
        Path jar = folder.resolve("all.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        Configuration configured = Configuration.resolve(
                Settings.of(List.of(jar)),
                Map.of("XRAY_DELAY", "3s"),
                Map.of("data-dir", folder.toString(), "watts", "20"));
        settings = new LiveSettings(configured, configured, new Kept(), new Components());
    }

    @Test
    void whatEveryComponentCanTakeIsDeliveredAtOnce() {
        SettingStatus watts = settings.set("watts", "30");

        assertThat(watts.value()).contains("30");
        assertThat(watts.source()).isEqualTo(Source.CHANGED);
        assertThat(watts.effect()).isEqualTo(Effect.AT_ONCE);
        assertThat(watts.next()).isEmpty();
        assertThat(delivered).containsExactly(Map.entry(LAMP, Map.of("watts", 30, "delay", "3s")));
        assertThat(kept).containsExactly(Map.entry("watts", "30"));
    }

    @Test
    void whatOneComponentCannotTakeWaitsForTheNextStart() {
        SettingStatus delay = settings.set("delay", "9s");

        assertThat(delay.value()).contains("3s");
        assertThat(delay.source()).isEqualTo(Source.ENVIRONMENT);
        assertThat(delay.effect()).isEqualTo(Effect.AT_NEXT_START);
        assertThat(delay.next()).contains(new Next(Optional.of("9s"), Source.CHANGED));
        assertThat(delivered).isEmpty();
        assertThat(kept).containsEntry("delay", "9s");
        settings.set("watts", "30");
        assertThat(delivered.get(LAMP)).containsEntry("delay", "3s");
    }

    @Test
    void whatNothingThatRunsHasIsThereForWhatStartsLater() {
        running.remove(SAFE);
        assertThat(settings.set("guard", "cat").value()).contains("cat");
        assertThat(delivered).isEmpty();
    }

    @Test
    void settingOfTheLauncherWaitsUnlessItCanTakeIt() {
        assertThat(settings.set("listen", "127.0.0.1:1").next()).isPresent();
        assertThat(settings.set("log-level", "debug").next()).isEmpty();
    }

    @Test
    void changeThatIsTakenBackLeavesWhatWasConfigured() {
        settings.set("watts", "30");
        assertThat(settings.reset("watts").value()).contains("20");
        assertThat(settings.get("watts").source()).isEqualTo(Source.FLAG);
        assertThat(delivered.get(LAMP)).containsEntry("watts", 20);
        settings.set("delay", "9s");
        assertThat(settings.reset("delay").next()).isEmpty();
        assertThat(kept).isEmpty();
    }

    @Test
    void secretIsNeverShown() {
        SettingStatus code = settings.set("code", "4711");

        assertThat(kept).containsEntry("code", "4711");
        assertThat(code.value()).isEmpty();
        assertThat(code.next()).contains(new Next(Optional.empty(), Source.CHANGED));
        assertThat(settings.list().toString()).doesNotContain("4711");
        assertThat(code.fields().toString()).doesNotContain("4711");
    }

    @Test
    void settingTellsWhatItMayBe() {
        assertThat(settings.get("guard").allowed()).containsExactly("cat", "dog");
        assertThat(settings.get("watts").least()).contains("1");
        assertThat(settings.get("watts").most()).contains("100");
        assertThat(settings.get("log-level").allowed()).contains("info");
        assertThat(settings.list()).extracting(SettingStatus::name).contains("watts", "listen", "data-dir");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            watts    | 101   | NOT_ALLOWED | watts: 101 is out of range; allowed: 1 to 100.
            watts    | many  | NOT_ALLOWED | watts: 'many' is not a whole number.
            guard    | dogg  | NOT_ALLOWED | guard: 'dogg' is not known; did you mean 'dog'?
            wats     | 1     | UNKNOWN     | setting 'wats' is not known; did you mean 'watts'?
            data-dir | /else | NOT_ALLOWED | data-dir: tells where changes are found, so it cannot be one; give it as a flag.
            """)
    void wrongChangeIsRefusedInASentenceAndChangesNothing(String name, String value, Reason reason, String message) {
        assertThatThrownBy(() -> settings.set(name, value))
                .isInstanceOfSatisfying(
                        SettingException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessage(message);
        assertThat(kept).isEmpty();
        assertThat(delivered).isEmpty();
    }

    @Test
    void changeThatCannotBeKeptIsNotDelivered() {
        full = true;
        assertThatThrownBy(() -> settings.set("watts", "30"))
                .isInstanceOfSatisfying(
                        SettingException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_KEPT))
                .hasMessage("watts: the change cannot be kept: no space");
        assertThat(settings.get("watts").value()).contains("20");
        assertThat(delivered).isEmpty();
    }

    private static String component(String name, String attributes, String inside) {
        return "<scr:component xmlns:scr=\"http://www.osgi.org/xmlns/scr/v1.4.0\" name=\"%s\" %s>%s</scr:component>"
                .formatted(name, attributes, inside);
    }

    private static String guard(String name) {
        return component(
                "com.example." + name,
                "",
                "<property name=\"xray.name\" type=\"String\" value=\"%s\"/><service><provide interface=\"com.example.Guard\"/></service>"
                        .formatted(name));
    }

    private final class Kept implements LiveSettings.Changes {
        @Override
        public void set(String name, String value) throws IOException {
            if (full) {
                throw new IOException("no space");
            }
            kept.put(name, value);
        }

        @Override
        public void remove(String name) {
            kept.remove(name);
        }
    }

    private final class Components implements LiveSettings.Running {
        @Override
        public Set<String> pids() {
            return running;
        }

        @Override
        public Set<String> taken() {
            return Set.of("log-level");
        }

        @Override
        public void take(Configuration now, String name) {
            delivered.putAll(now.byPid(name, running));
        }
    }
}
