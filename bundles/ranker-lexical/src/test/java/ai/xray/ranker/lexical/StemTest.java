package ai.xray.ranker.lexical;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LowerChars;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StemTest {
    @ParameterizedTest
    @CsvSource({
        "harbour, harbours",
        "city, cities",
        "class, classes",
        "dish, dishes",
        "run, running",
        "plan, planned",
        "call, called",
        "love, loving",
        "deploy, deployed",
        "deploy, deployment",
        "create, creation",
        "educate, education"
    })
    void inflectionsMeet(String word, String inflected) {
        assertThat(Stem.of(inflected)).isEqualTo(Stem.of(word));
    }

    @ParameterizedTest
    @CsvSource({"bus, bu", "this, thi", "sing, s", "red, r", "need, ne", "naïves, naïve", "日本, 日"})
    void otherWordsDoNot(String word, String other) {
        assertThat(Stem.of(word)).isNotEqualTo(Stem.of(other));
    }

    @Property
    void neverEmptyNorLongerThanTheWord(@ForAll @LowerChars String word) {
        assertThat(Stem.of(word).isEmpty()).isEqualTo(word.isEmpty());
        assertThat(Stem.of(word).length()).isLessThanOrEqualTo(word.length());
    }
}
