package ai.xray.memory.internal.rule;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.CellDraft;
import ai.xray.memory.internal.Draft;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellIdsTest {
    @ParameterizedTest
    @CsvSource({
        "API timeout, api-timeout",
        "'  --Café / Zoë!  ', cafe-zoe",
        "ﬁne Ｗide, fine-wide",
        "今天玩成语接龙游戏, 今天玩成语接龙游戏",
        "오늘 끝말잇기, 오늘-끝말잇기",
        "ฐานข้อมูล, ฐานข้อมูล",
        "'?!…', cell",
    })
    void slugKeepsLettersAndDigitsOfEveryScript(String title, String slug) {
        assertThat(CellIds.slug(title)).isEqualTo(slug);
    }

    @Test
    void longSlugIsCutAtAWord() {
        assertThat(CellIds.slug("word ".repeat(50)))
                .hasSizeLessThanOrEqualTo(60)
                .matches("(word-)*word");
        assertThat(CellIds.slug("\uD840\uDC00".repeat(200)).codePointCount(0, 120))
                .isEqualTo(60);
    }

    @Test
    void privateCellNeverTakesThePlainSlug() {
        CellDraft draft = Draft.note("API timeout", "c").ownedBy("u1").build();
        assertThat(CellIds.candidates(draft)).allMatch(id -> id.matches("api-timeout-[0-9a-f]{8}"));
    }

    @Test
    void privateIdDependsOnTheSubject() {
        String one = first(Draft.note("API timeout", "c").ownedBy("u1"));
        assertThat(one).isEqualTo(first(Draft.note("API timeout", "c").ownedBy("u1")));
        assertThat(one).isNotEqualTo(first(Draft.note("API timeout", "c").ownedBy("u2")));
    }

    @Test
    void candidatesDiffer() {
        List<String> candidates = CellIds.candidates(Draft.note("t", "c").build());
        assertThat(candidates).hasSizeGreaterThan(4).doesNotHaveDuplicates().startsWith("t");
    }

    private static String first(CellDraft.Builder draft) {
        return CellIds.candidates(draft.build()).getFirst();
    }
}
