package ai.xray.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
    private static final String METATYPE = """
            <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.4.0">
              <OCD id="shelf" name="Shelf">
                <AD id="data.dir" type="String" name="data-dir" default=""/>
                <AD id="size" type="Integer" name="shelf-size" default="10" min="1" max="100" description="How much fits."/>
                <AD id="dusty" type="Boolean" name="shelf-dusty" default="false"/>
                <AD id="labels" type="String" cardinality="2147483647" name="shelf-labels" default=""/>
                <AD id="keeper.target" type="String" name="keeper" default="(xray.name=robot)"/>
                <AD id="key" type="Password" name="shelf-key" default=""/>
              </OCD>
              <Designate pid="com.example.Shelf"><Object ocdref="shelf"/></Designate>
            </metatype:MetaData>
            """;
    private static final String SHELF = """
            <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="com.example.Shelf">
              <reference name="keeper" interface="com.example.Keeper"/>
            </scr:component>
            """;

    @TempDir
    Path folder;

    private Settings settings;

    @BeforeEach
    void declareSettings() throws IOException {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("OSGI-INF/metatype/shelf.xml", METATYPE);
        entries.put("OSGI-INF/shelf.xml", SHELF);
        entries.put("OSGI-INF/robot.xml", keeper("robot"));
        entries.put("OSGI-INF/person.xml", keeper("person"));
        Path jar = folder.resolve("shelf.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        settings = Settings.of(List.of(jar));
    }

    private static String keeper(String name) {
        return """
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="com.example.%1$s">
                  <property name="xray.name" type="String" value="%1$s"/>
                  <service><provide interface="com.example.Keeper"/></service>
                </scr:component>
                """.formatted(name);
    }

    private Configuration resolve(Map<String, String> environment, Map<String, String> flags) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(Map.of("data-dir", folder.toString()));
        all.putAll(flags);
        return Configuration.resolve(settings, environment, all);
    }

    private Map<String, Object> shelf(Configuration configuration) {
        return configuration.byPid(settings).get("com.example.Shelf");
    }

    @Test
    void defaultsReachTheComponentTyped() throws IOException {
        assertThat(shelf(resolve(Map.of(), Map.of())))
                .containsEntry("size", 10)
                .containsEntry("dusty", false)
                .containsEntry("labels", new String[0])
                .containsEntry("keeper.target", "(xray.name=robot)")
                .containsEntry("data.dir", folder.toString());
    }

    @Test
    void flagsWinOverTheEnvironmentAndThatOverTheFile() throws IOException {
        Files.writeString(folder.resolve("xray.yaml"), "shelf-size: 11\nshelf-dusty: true\nkeeper: person\n");
        Configuration configuration =
                resolve(Map.of("XRAY_SHELF_SIZE", "12", "XRAY_KEEPER", "robot"), Map.of("shelf-size", "13"));
        assertThat(shelf(configuration))
                .containsEntry("size", 13)
                .containsEntry("dusty", true)
                .containsEntry("keeper.target", "(xray.name=robot)");
    }

    @Test
    void listsComeAsYamlListsOrWithCommas() throws IOException {
        Files.writeString(folder.resolve("xray.yaml"), "shelf-labels: [a, b]\n");
        assertThat(shelf(resolve(Map.of(), Map.of()))).containsEntry("labels", new String[] {"a", "b"});
        assertThat(shelf(resolve(Map.of(), Map.of("shelf-labels", "x, y ,z"))))
                .containsEntry("labels", new String[] {"x", "y", "z"});
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    shelf-size  | ten    | --shelf-size: 'ten' is not a whole number.
                    shelf-size  | 0      | --shelf-size: 0 is out of range; allowed: 1 to 100.
                    shelf-size  | 101    | --shelf-size: 101 is out of range; allowed: 1 to 100.
                    shelf-size  | ''     | --shelf-size: '' is not a whole number.
                    shelf-dusty | maybe  | --shelf-dusty: 'maybe' is not true or false.
                    keeper      | persn  | --keeper: 'persn' is not known; did you mean 'person'?
                    keeper      | zzzzzz | --keeper: 'zzzzzz' is not known; allowed: person, robot.
                    log-level   | infos  | --log-level: 'infos' is not known; did you mean 'info'?
                    """)
    void wrongValueIsRefusedInOneSentence(String name, String value, String message) {
        assertThatThrownBy(() -> resolve(Map.of(), Map.of(name, value)))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void unknownKeyInTheFileIsRefusedWithTheClosest() throws IOException {
        Files.writeString(folder.resolve("xray.yaml"), "shelf-sise: 3\n");
        assertThatThrownBy(() -> resolve(Map.of(), Map.of()))
                .isInstanceOf(UsageException.class)
                .hasMessage("xray.yaml: key: 'shelf-sise' is not known; did you mean 'shelf-size'?");
    }

    @ParameterizedTest
    @CsvSource({"'- a\n- b',must hold lines", "'a: [',is not YAML", "'shelf-size: {a: 1}',must be one value"})
    void fileOfAnotherShapeIsRefused(String text, String reason) throws IOException {
        Files.writeString(folder.resolve("xray.yaml"), text);
        assertThatThrownBy(() -> resolve(Map.of(), Map.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void namedFileMustExist() {
        String missing = folder.resolve("missing.yaml").toString();
        assertThatThrownBy(() -> resolve(Map.of(), Map.of("config", missing)))
                .isInstanceOf(UsageException.class)
                .hasMessage("--config: the file '%s' does not exist.", missing);
    }

    @Test
    void dataDirectoryMayComeFromTheNamedFile() throws IOException {
        Path file = folder.resolve("own.yaml");
        Path data = folder.resolve("data");
        Files.writeString(file, "data-dir: " + data + "\n");
        assertThat(Configuration.dataDirectory(Map.of(), Map.of("config", file.toString())))
                .isEqualTo(data);
        assertThat(Configuration.dataDirectory(Map.of("XRAY_DATA_DIR", "/elsewhere"), Map.of()))
                .isEqualTo(Path.of("/elsewhere"));
    }

    @Test
    void helpTellsEverySettingAndNoSecret() {
        List<String> help = settings.flags().stream()
                .map(flag -> flag.longestName() + " " + String.join(" ", flag.description()))
                .toList();
        assertThat(help)
                .contains("--shelf-size How much fits. Default: 10.")
                .anyMatch(line -> line.startsWith("--listen "))
                .anyMatch(line -> line.startsWith("--shelf-key"));
    }
}
