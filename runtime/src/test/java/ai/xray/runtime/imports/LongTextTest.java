package ai.xray.runtime.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LongTextTest {
    private static final int MAX = 32;

    @Property
    void partsAreTheTextFitAndCutNoCharacter(@ForAll("texts") String text) {
        List<String> parts = new LongText(MAX).parts(text);
        assertThat(String.join("", parts)).isEqualTo(text);
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            assertThat(bytes.length).isLessThanOrEqualTo(MAX);
            assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(part);
        }
    }

    @Test
    void headingsComeBeforeParagraphsAndThoseBeforeLines() {
        assertThat(new LongText(MAX).parts("# One\nfirst text here\n# Two\nsecond\n"))
                .containsExactly("# One\nfirst text here\n", "# Two\nsecond\n");
        assertThat(new LongText(MAX).parts("a paragraph of words\n\nanother one of many words\nand more"))
                .containsExactly("a paragraph of words\n\n", "another one of many words\n", "and more");
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(
                        "# ", "\n", "\n\n", " ", "word", "ä", "🌍", "日本", "#", "a-long-word-that-goes-on-and-on-and-on")
                .list()
                .ofMaxSize(60)
                .map(pieces -> String.join("", pieces));
    }
}
