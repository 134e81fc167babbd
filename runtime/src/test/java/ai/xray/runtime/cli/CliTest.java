package ai.xray.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CliTest {
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
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("serve", "admin", "features", "version");
    }

    @Test
    void unknownCommandIsRefusedWithTheClosest() {
        assertThat(run("sreve")).isEqualTo(2);
        assertThat(errors()).isEqualTo("xray: command: 'sreve' is not known; did you mean 'serve'?");
    }

    @Test
    void adminTellsItsUsage() {
        assertThat(run("admin", "features", "enable")).isEqualTo(2);
        assertThat(errors()).startsWith("xray: usage: xray admin features");
    }

    @Test
    void adminSaysWhenNoServerAnswers() {
        assertThat(run("admin", "features", "--url", "http://127.0.0.1:1")).isEqualTo(3);
        assertThat(errors()).contains("no server answers at http://127.0.0.1:1");
    }
}
