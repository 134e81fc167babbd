package ai.xray.search.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.search.Fusion;
import ai.xray.search.Ranked;
import ai.xray.search.Ranking;
import ai.xray.search.Ranking.Means;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FusionTest {
    static List<Fusion> fusions() {
        return List.of(new ReciprocalRank(), new ScoreMix());
    }

    @ParameterizedTest
    @MethodSource("fusions")
    void whatBothFoundStandsAboveWhatOneFoundAtTheSamePlace(Fusion fusion) {
        List<Ranked> fused = fusion.fuse(List.of(
                new Ranking(Means.LEXICAL, List.of(new Ranked("words", 9), new Ranked("both", 9))),
                new Ranking(Means.SEMANTIC, List.of(new Ranked("meaning", 0.9), new Ranked("both", 0.9)))));
        assertThat(fused).extracting(Ranked::id).startsWith("both").hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("fusions")
    void oneRankingKeepsItsOrder(Fusion fusion) {
        List<Ranked> ranked = List.of(new Ranked("c", 3), new Ranked("a", 2), new Ranked("b", 1));
        assertThat(fusion.fuse(List.of(new Ranking(Means.LEXICAL, ranked), new Ranking(Means.SEMANTIC, List.of()))))
                .extracting(Ranked::id)
                .containsExactly("c", "a", "b");
    }

    @ParameterizedTest
    @MethodSource("fusions")
    void equalScoresAreInTheOrderOfTheirIds(Fusion fusion) {
        assertThat(fusion.fuse(List.of(
                        new Ranking(Means.LEXICAL, List.of(new Ranked("b", 2))),
                        new Ranking(Means.LEXICAL, List.of(new Ranked("a", 2))))))
                .extracting(Ranked::id)
                .containsExactly("a", "b");
    }

    @Test
    void reciprocalRanksAddUp() {
        List<Ranked> fused = new ReciprocalRank()
                .fuse(List.of(
                        new Ranking(Means.LEXICAL, List.of(new Ranked("a", 5), new Ranked("b", 4))),
                        new Ranking(Means.SEMANTIC, List.of(new Ranked("b", 0.5)))));
        assertThat(fused).containsExactly(new Ranked("b", 1.0 / 62 + 1.0 / 61), new Ranked("a", 1.0 / 61));
    }

    @Test
    void theMixTellsByHowMuchTheFirstIsBetter() {
        List<Ranked> fused = new ScoreMix()
                .fuse(List.of(
                        new Ranking(Means.LEXICAL, List.of(new Ranked("far ahead", 10), new Ranked("behind", 1))),
                        new Ranking(Means.SEMANTIC, List.of(new Ranked("behind", 0.5), new Ranked("far ahead", 0.4)))));
        assertThat(fused).extracting(Ranked::id).containsExactly("far ahead", "behind");
    }

    @Test
    void theMixKnowsHowAlikeIsWhatOnlyWordsFound() {
        List<Ranked> fused = new ScoreMix()
                .fuse(List.of(
                        new Ranking(Means.LEXICAL, List.of(new Ranked("a", 5), new Ranked("b", 5))),
                        new Ranking(Means.SEMANTIC, List.of(new Ranked("c", 0.5)), List.of(new Ranked("b", 0.4)))));
        assertThat(fused).extracting(Ranked::id).startsWith("b");
    }

    @Test
    void unlikeMeaningsCountForNothing() {
        List<Ranked> fused = new ScoreMix()
                .fuse(List.of(new Ranking(Means.SEMANTIC, List.of(new Ranked("a", 0.5), new Ranked("b", -0.5)))));
        assertThat(fused.get(1).score()).isZero();
    }

    @Test
    void theBestByWordsStandsAtHalfTheRootOfItsScore() {
        List<Ranked> fused = new ScoreMix()
                .fuse(List.of(new Ranking(Means.LEXICAL, List.of(new Ranked("best", 9), new Ranked("half", 4.5)))));
        assertThat(fused).containsExactly(new Ranked("best", 1.5), new Ranked("half", 0.75));
    }

    @Test
    void ofManyWordsThatAreFoundWordsDecideAndOfFaintOnesMeaning() {
        assertThat(first(new Ranked("words", 9), new Ranked("meaning", 0.9))).isEqualTo("words");
        assertThat(first(new Ranked("words", 1), new Ranked("meaning", 0.9))).isEqualTo("meaning");
    }

    private static String first(Ranked byWords, Ranked byMeaning) {
        return new ScoreMix()
                .fuse(List.of(
                        new Ranking(Means.LEXICAL, List.of(byWords)), new Ranking(Means.SEMANTIC, List.of(byMeaning))))
                .getFirst()
                .id();
    }

    @Test
    void scoresBelowZeroKeepTheirOrderAndNoneStandsBelowWhatHasNoneOfTheWords() {
        List<Ranked> alike = List.of(
                new Ranked("good", 0.5), new Ranked("bad", 0.5), new Ranked("worst", 0.5), new Ranked("none", 0.5));
        for (double good : new double[] {2, 0, -0.1}) {
            List<Ranked> words = List.of(new Ranked("good", good), new Ranked("bad", -0.2), new Ranked("worst", -0.3));
            List<Ranked> fused =
                    new ScoreMix().fuse(List.of(new Ranking(Means.LEXICAL, words), new Ranking(Means.SEMANTIC, alike)));
            assertThat(fused).extracting(Ranked::id).startsWith("good", "bad");
            assertThat(fused.subList(2, 4)).extracting(Ranked::id).containsExactly("none", "worst");
            assertThat(fused.get(2).score()).isEqualTo(fused.get(3).score());
        }
    }
}
