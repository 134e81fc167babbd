package ai.xray.ranker.lexical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.xray.search.Document;
import ai.xray.search.Ranked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

/** The index answers what the full scan answers. */
class LexicalIndexTest {
    private static final int ALL = 1000;

    sealed interface Write {}

    record Put(Document<Integer> document) implements Write {}

    record Remove(String id) implements Write {}

    @Property(tries = 3000)
    void ranksAsTheFullScan(
            @ForAll("writes") List<Write> writes,
            @ForAll("queries") List<String> queries,
            @ForAll("limits") int limit,
            @ForAll boolean early) {
        LexicalIndex<Integer> index = early ? new LexicalIndex<>(0) : new LexicalIndex<>();
        FullScan<Integer> scan = new FullScan<>();
        for (Write write : writes) {
            switch (write) {
                case Put(Document<Integer> document) -> {
                    index.put(document);
                    scan.put(document);
                }
                case Remove(String id) -> {
                    index.remove(id);
                    scan.remove(id);
                }
            }
        }
        assertThat(index.size()).isEqualTo(scan.size());
        for (String query : queries) {
            assertSame(query, index.rank(query, _ -> true, limit), scan.rank(query, _ -> true, limit));
            assertSame(query, index.rank(query, a -> a == 0, limit), scan.rank(query, a -> a == 0, limit));
        }
    }

    @Test
    void scoreIsThatOfTheDocumentedFormula() {
        LexicalIndex<Integer> index = new LexicalIndex<>();
        index.put(new Document<>("n1", "Harbour", "", Instant.EPOCH, 0));
        index.put(new Document<>("n2", "Ferry", "harbour", Instant.EPOCH, 0));
        index.put(new Document<>("n3", "Snow", "", Instant.EPOCH, 0));

        double w = Math.pow(Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5)), 0.7);
        double mean = (1 + 2 + 1) / 3.0;
        double once = 1 / (1 + 1.5 * (1 + 20) / (mean + 20));
        double onceOfTwo = 1 / (1 + 1.5 * (2 + 20) / (mean + 20));
        List<Ranked> ranking = index.rank("harbour", _ -> true, ALL);
        assertThat(ids(ranking)).containsExactly("n1", "n2");
        assertThat(ranking.get(0).score()).isCloseTo(w * (once + 0.6) + 0.5 * w + 0.05 * w, within(Score.GRAIN));
        assertThat(ranking.get(1).score()).isCloseTo(w * onceOfTwo, within(Score.GRAIN));
    }

    @Test
    void missedTokenCostsAPartOfItsWeight() {
        LexicalIndex<Integer> index = new LexicalIndex<>();
        index.put(new Document<>("n1", "", "harbour crane", Instant.EPOCH, 0));
        index.put(new Document<>("n2", "", "zeppelin", Instant.EPOCH, 0));

        double w = Math.pow(Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5)), 0.7);
        double once = 1 / (1 + 1.5 * (2 + 20) / (1.5 + 20));
        List<Ranked> ranking = index.rank("harbour crane zeppelin", _ -> true, ALL);
        assertThat(ids(ranking)).containsExactly("n1");
        assertThat(ranking.getFirst().score()).isCloseTo(2 * once * w - 0.04 * w, within(Score.GRAIN));
    }

    @Test
    void equalSumsOfOtherTokensTieAndTheNewerIsFirst() {
        List<String> words = List.of("harbour", "crane", "zeppelin", "glacier", "lantern");
        LexicalIndex<Integer> index = new LexicalIndex<>();
        for (int missed = 0; missed < words.size(); missed++) {
            List<String> held = new ArrayList<>(words);
            held.remove(missed);
            Instant updated = Instant.EPOCH.plusSeconds(missed);
            index.put(new Document<>("n" + missed, "", String.join(" ", held), updated, 0));
        }
        List<Ranked> ranking = index.rank(String.join(" ", words), _ -> true, ALL);
        assertThat(ids(ranking)).containsExactly("n4", "n3", "n2", "n1", "n0");
        assertThat(ids(index.rank(String.join(" ", words), _ -> true, 2))).containsExactly("n4", "n3");
    }

    @Property(tries = 300)
    void removedDocumentsFreeTheirWords(@ForAll("writes") List<Write> writes) {
        LexicalIndex<Integer> index = new LexicalIndex<>();
        for (Write write : writes) {
            if (write instanceof Put(Document<Integer> document)) {
                index.put(document);
            }
        }
        for (Write write : writes) {
            if (write instanceof Put(Document<Integer> document)) {
                index.remove(document.id());
            }
        }
        assertThat(index.size()).isZero();
        assertThat(index.words()).isZero();
    }

    private static void assertSame(String query, List<Ranked> actual, List<Ranked> expected) {
        assertThat(actual).as(query).extracting(Ranked::id).isEqualTo(ids(expected));
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i).score())
                    .as(query)
                    .isCloseTo(
                            expected.get(i).score(),
                            within(1e-9 * Math.max(1, expected.get(i).score())));
        }
    }

    private static List<String> ids(List<Ranked> ranking) {
        return ranking.stream().map(Ranked::id).toList();
    }

    @Provide
    Arbitrary<List<Write>> writes() {
        Arbitrary<String> id = Arbitraries.integers().between(0, 25).map(i -> "ab-" + i);
        Arbitrary<Write> put = Combinators.combine(
                        id,
                        text(4),
                        text(15),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 1))
                .as((i, title, content, second, attribute) ->
                        new Put(new Document<>(i, title, content, Instant.ofEpochSecond(second), attribute)));
        Arbitrary<Write> remove = id.map(Remove::new);
        return Arbitraries.frequencyOf(Tuple.of(5, put), Tuple.of(1, remove))
                .list()
                .ofMaxSize(40);
    }

    @Provide
    Arbitrary<List<String>> queries() {
        Arbitrary<String> id = Arbitraries.integers().between(0, 25).map(i -> "ab-" + i);
        return Arbitraries.oneOf(text(8), id, Arbitraries.strings().ofMaxLength(12))
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
    }

    @Provide
    Arbitrary<Integer> limits() {
        return Arbitraries.of(1, 2, 3, 5, 10, ALL);
    }

    /** Few letters, so that words contain one another, differ by one edit and are shared by documents. */
    private static Arbitrary<String> text(int words) {
        Arbitrary<String> word = Arbitraries.oneOf(
                Arbitraries.strings().withChars("abé").ofMinLength(1).ofMaxLength(7),
                Arbitraries.strings().withChars("aBc").ofMinLength(1).ofMaxLength(6),
                Arbitraries.strings().withChars("ab_-./'1").ofMinLength(1).ofMaxLength(8),
                Arbitraries.strings().withChars("成语接龙しり끝말ฐาน𠮷").ofMinLength(1).ofMaxLength(4),
                Arbitraries.of("the", "of", "is", "deployment", "deploy", "deployed", "getUserName", "user"));
        return word.list().ofMaxSize(words).map(list -> String.join(" ", list));
    }
}
