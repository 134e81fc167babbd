package ai.xray.memory.internal.rule;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TokensTest {
    @Test
    void scriptsCostWhatTheyAreSaidToCost() {
        assertThat(Tokens.of("")).isZero();
        assertThat(Tokens.of("a")).isEqualTo(1);
        assertThat(Tokens.of("four words of text")).isEqualTo(5);
        assertThat(Tokens.of("成语接龙")).isEqualTo(4);
        assertThat(Tokens.of("Привет")).isEqualTo(6);
        assertThat(Tokens.of("1234")).isEqualTo(2);
        assertThat(Tokens.of("😀")).isEqualTo(2);
    }

    @Test
    void cutEndsAtAWordWithAMark() {
        assertThat(Tokens.cut("one two three four", 100)).isEqualTo("one two three four");
        assertThat(Tokens.cut("one two three four", 18)).isEqualTo("one two three four");
        assertThat(Tokens.cut("one two three four", 17)).isEqualTo("one two […]");
        assertThat(Tokens.cut("one two three four", 3)).isEmpty();
    }

    @Property
    void cutNeverExceedsItsBudgetNorSplitsACharacter(@ForAll String text, @ForAll @IntRange(max = 400) int quarters) {
        String cut = Tokens.cut(text, quarters);
        assertThat(Tokens.quarters(cut)).isLessThanOrEqualTo(quarters);
        String kept = cut.equals(text) ? text : cut.replaceFirst(" \\[…]$", "");
        assertThat(text).startsWith(kept);
        assertThat(kept.length() < text.length()
                        && !kept.isEmpty()
                        && Character.isHighSurrogate(kept.charAt(kept.length() - 1))
                        && Character.isLowSurrogate(text.charAt(kept.length())))
                .isFalse();
    }
}
