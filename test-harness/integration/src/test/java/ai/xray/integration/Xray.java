package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Exited;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The commands that move and save memory, as an operator gives them. */
final class Xray {
    private Xray() {}

    /** What a command that must be done says. */
    static String done(String... arguments) throws IOException, InterruptedException {
        Exited exited = Distribution.built().run(arguments);
        assertThat(exited.code()).as(exited.stdout() + exited.stderr()).isZero();
        return exited.stdout();
    }

    /** The cells of an export. */
    static List<Map<String, Object>> cells(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(Json::readObject).toList();
    }

    /** A resource of the tests as a file. */
    static Path resource(String name) throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(Xray.class.getResource("/" + name)).toURI());
    }
}
