package ai.xray.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> KINDS = Named.wires(Kind.writableKinds());

    @ParameterizedTest
    @CsvSource({
        "stable_facts,stable_fact",
        "Stable_Fact,stable_fact",
        "notes,note",
        "hypothsis,hypothesis",
        "evnt,event"
    })
    void findsWhatWasMeant(String given, String meant) {
        assertThat(Spelling.closest(given, KINDS)).contains(meant);
    }

    @Test
    void suggestsNothingForWhatIsFarFromAll() {
        assertThat(Spelling.closest("zebra crossing", KINDS)).isEmpty();
        assertThat(Spelling.closest("x".repeat(10_000), KINDS)).isEmpty();
        assertThat(Spelling.closest("", KINDS)).isEmpty();
    }

    @Test
    void refusalListsTheClosestFirst() {
        Refusal refusal = Refusal.unknownName("kind", "evnt", KINDS);
        assertThat(refusal.closest()).contains("event");
        assertThat(refusal.allowed()).startsWith("event").containsExactlyInAnyOrderElementsOf(KINDS);
        assertThat(refusal).hasMessageStartingWith("kind: 'evnt' is not known. Did you mean 'event'? Allowed: event, ");
    }

    @Property
    void excerptIsShortAndHoldsNoControls(@ForAll String text) {
        String excerpt = Spelling.excerpt(text);
        assertThat(excerpt.codePointCount(0, excerpt.length())).isLessThanOrEqualTo(81);
        assertThat(excerpt.codePoints())
                .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    }
}
