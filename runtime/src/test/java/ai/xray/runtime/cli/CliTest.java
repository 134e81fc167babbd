package ai.xray.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CliTest {
    @TempDir
    private static Path home;

    /** A distribution with nothing in it. */
    @BeforeAll
    static void nameTheDistribution() throws IOException {
        Files.createDirectories(home.resolve("bundles"));
        Files.writeString(Files.createDirectories(home.resolve("features")).resolve("core.json"), """
                {"feature-resource-version": "1.0", "id": "ai.xray:core:1.0.0"}""");
        System.setProperty("xray.home", home.toString());
    }

    @AfterAll
    static void forgetIt() {
        System.clearProperty("xray.home");
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Cli.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void withoutACommandItTellsWhatThereIs() {
        assertThat(run()).isEqualTo(0);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("serve", "export", "import", "backup", "restore", "doctor", "admin", "features", "version");
    }

    @Test
    void unknownCommandIsRefusedWithTheClosest() {
        assertThat(run("sreve")).isEqualTo(2);
        assertThat(errors()).isEqualTo("xray: command: 'sreve' is not known; did you mean 'serve'?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "admin features enable; 2; usage: xray admin features",
                "admin; 2; usage: xray admin features",
                "admin settings a b c; 2; usage: xray admin settings",
                "admin settings --reset; 2; usage: xray admin settings",
                "admin settings a b --reset; 2; usage: xray admin settings",
                "admin features --reset; 2; --reset: is for settings",
                "admin settings --token-file x; 2; --token-file: is for a server named by --url",
                "admin settings --url http://127.0.0.1:1; 3; no server answers at http://127.0.0.1:1",
                "search; 2; usage: xray search QUERY",
                "search two words; 2; 'words' is not expected here",
                "search x --data-dir no/such; 3; does not exist, so there is nothing to take",
                "search x --url http://127.0.0.1:1; 3; no server answers at http://127.0.0.1:1",
                "admin features --url http://127.0.0.1:1; 3; no server answers at http://127.0.0.1:1",
                "admin features --ulr x; 2; flag: 'ulr' is not known; did you mean 'url'?",
                "export --url nonsense; 2; --url: 'nonsense' is not the URL of a server; allowed: http://HOST:PORT",
                "export --url http://a:b@host; 2; --url: 'http://a:b@host' is not the URL",
                "export --url http://127.0.0.1:1; 3; no server answers at http://127.0.0.1:1",
                "export a b; 2; 'b' is not expected here",
                "export --json; 2; --json: standard output is where the cells go",
                "export --token-file t x; 2; --token-file: is for a server named by --url",
                "export x --data-dir no/such; 3; does not exist, so there is nothing to take",
                "export --url http://127.0.0.1:1 --token-file no-such-file; 3; --token-file: the file",
                "import; 2; usage: xray import FILE",
                "import no-such-file; 3; no-such-file' does not exist",
                "import x --format cels; 2; --format: 'cels' is not known; did you mean 'cells'?",
                "import x --existing never; 2; --existing: 'never' is not known",
                "import x --kind notes; 2; --kind: 'notes' is not known; did you mean 'note'?",
                "import x --kind episodic; 2; --kind: 'episodic' is not known; allowed: ",
                "import . --format cells; 2; is a directory; cells are read from a file",
                "import pom.xml --format markdown; 2; is not a directory",
                "import pom.xml --skip-bad; 2; --kind and --skip-bad: are for notes and entities",
                "import x --dryrun; 2; flag: 'dryrun' is not known; did you mean 'dry-run'?",
                "backup; 2; usage: xray backup FILE",
                "backup x --store sqlite; 2; flag: 'store' is not known",
                "backup x --url; 2; Missing required parameter for option '--url'",
                "restore; 2; usage: xray restore FILE",
                "restore no-such-file; 3; no-such-file' does not exist, or is not a file",
                "restore pom.xml; 1; pom.xml' is not a backup: it is not a whole zip file",
                "restore x --url http://127.0.0.1:1; 2; flag: 'url' is not known",
                "doctor now; 2; 'now' is not expected here",
            })
    void whatIsUsedWronglyIsToldInASentence(String arguments, int code, String sentence) {
        assertThat(run(arguments.split(" ", -1))).as(errors()).isEqualTo(code);
        assertThat(errors()).startsWith("xray: ").contains(sentence).doesNotContain("\n");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"serve", "search", "export", "import", "backup", "restore", "doctor", "admin", "features"})
    void everyCommandTellsItsFlags(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("Usage: xray " + command)
                .contains("--help");
        assertThat(errors()).isEmpty();
    }
}
