package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What components really look like when they fail is tested in {@link InFrameworkTest}. */
class ComponentStatesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.b.Refusal: dev: listen must be loopback.\\n\\tat x|dev: listen must be loopback.",
                "a.b.X: One. Two.\\n\\tat x|One.",
                "a.b.X: version 1.2 is newer\\n\\tat x|version 1.2 is newer",
                "a.b.Outer\\n\\tat x\\nCaused by: a.b.Inner\\n\\tat y\\nCaused by: c.D: Deep. More.|Deep.",
                "a.b.Outer: Told\\nCaused by: a.b.Inner: not told|Told",
                "a.b.Outer: java.io.IOException: disk full\\n\\tat x|disk full",
                "a.b.Outer: java.io.IOException\\n\\tat x\\nCaused by: java.io.IOException|It failed to start.",
                "a.b.Outer\\n\\tat x.y: z|It failed to start.",
                "''|It failed to start."
            })
    void failureIsToldByTheFirstSentenceThatSaysSomething(String failure, String sentence) {
        assertThat(ComponentStates.firstSentence(failure.translateEscapes())).isEqualTo(sentence);
    }
}
