package ai.xray.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import ai.xray.search.Document;
import ai.xray.search.Ranked;
import ai.xray.search.Ranker;
import ai.xray.search.TextIndex;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Ranker} and the indexes it opens promise. A document's attributes are its owner's name here. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class TextIndexContract {
    private static final Instant MONDAY = Instant.parse("2026-11-30T08:00:00Z");
    private static final int ALL = 1000;

    private TextIndex<String> index;

    /** The implementation under test. */
    protected abstract Ranker ranker();

    @BeforeEach
    void open() {
        index = ranker().open();
    }

    // Writes

    @Test
    void emptyIndexRanksNothing() {
        assertThat(index.size()).isZero();
        assertThat(search("anything")).isEmpty();
    }

    @Test
    void findsByTitleContentAndId() {
        put("n1", "Harbour", "");
        put("n2", "", "the ferry leaves the harbour at nine");
        put("harbour-notes", "", "");
        put("n3", "Mountain", "snow");

        assertThat(search("harbour")).containsExactlyInAnyOrder("n1", "n2", "harbour-notes");
        assertThat(index.size()).isEqualTo(4);
    }

    @Test
    void secondPutReplacesTheFirst() {
        put("n1", "Harbour", "ferry");
        put("n1", "Mountain", "snow");

        assertThat(search("harbour")).isEmpty();
        assertThat(search("ferry")).isEmpty();
        assertThat(search("mountain snow")).containsExactly("n1");
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    void replacedAttributesAndDatesCount() {
        index.put(new Document<>("n1", "Harbour", "", MONDAY, "ann"));
        index.put(new Document<>("n2", "Harbour", "", MONDAY.plusSeconds(1), "ann"));
        index.put(new Document<>("n1", "Harbour", "", MONDAY.plusSeconds(2), "bob"));

        assertThat(search("harbour")).containsExactly("n1", "n2");
        assertThat(ids(index.rank("harbour", "ann"::equals, ALL))).containsExactly("n2");
    }

    @Test
    void removedDocumentIsNeitherFoundNorCounted() {
        put("n1", "Harbour", "ferry");
        put("n2", "Harbour", "crane");

        index.remove("n1");
        index.remove("never-there");

        assertThat(search("harbour")).containsExactly("n2");
        assertThat(search("n1")).isEmpty();
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    void rankingAfterManyWritesIsThatOfAFreshIndex() {
        Random random = new Random(7);
        List<Document<String>> last = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            last.clear();
            for (int i = 0; i < 40; i++) {
                Document<String> document = document(i, random);
                index.put(document);
                last.add(document);
            }
            if (round % 2 == 0) {
                last.forEach(document -> index.remove(document.id()));
            }
        }
        last.forEach(index::put);

        TextIndex<String> fresh = ranker().open();
        last.forEach(fresh::put);
        for (String query : QUERIES) {
            assertSame(index.rank(query, _ -> true, ALL), fresh.rank(query, _ -> true, ALL), query);
        }
    }

    // Filters, limits, order

    @Test
    void filterHidesDocuments() {
        index.put(new Document<>("n1", "Harbour", "", MONDAY, "ann"));
        index.put(new Document<>("n2", "Harbour", "", MONDAY, "bob"));

        assertThat(ids(index.rank("harbour", "bob"::equals, ALL))).containsExactly("n2");
        assertThat(index.rank("harbour", _ -> false, ALL)).isEmpty();
    }

    @Test
    void hiddenDocumentIsNotFoundByItsId() {
        index.put(new Document<>("salary-review", "Pay", "", MONDAY, "ann"));

        assertThat(index.rank("salary-review", "bob"::equals, ALL)).isEmpty();
    }

    @Test
    void filteredRankingTellsNothingOfHiddenDocuments() {
        Random random = new Random(11);
        TextIndex<String> keptAlone = ranker().open();
        for (int i = 0; i < 200; i++) {
            Document<String> document = document(i, random);
            index.put(document);
            if (document.attributes().equals("ann")) {
                keptAlone.put(document);
            }
        }
        for (String query : QUERIES) {
            assertSame(index.rank(query, "ann"::equals, ALL), keptAlone.rank(query, _ -> true, ALL), query);
        }
    }

    @Test
    void limitKeepsTheBest() {
        Random random = new Random(13);
        for (int i = 0; i < 200; i++) {
            index.put(document(i, random));
        }
        for (String query : QUERIES) {
            List<Ranked> all = index.rank(query, _ -> true, Integer.MAX_VALUE);
            for (int limit : new int[] {1, 2, 7, 50}) {
                assertThat(index.rank(query, _ -> true, limit))
                        .as("%s, at most %d", query, limit)
                        .isEqualTo(all.subList(0, Math.min(limit, all.size())));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void limitBelowOneIsRefused(int limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.rank("harbour", _ -> true, limit))
                .withMessageContaining("limit")
                .withMessageContaining(Integer.toString(limit));
    }

    @Test
    void tiesAreOrderedByDateThenId() {
        index.put(new Document<>("b", "Harbour", "", MONDAY, "ann"));
        index.put(new Document<>("c", "Harbour", "", MONDAY.plusSeconds(60), "ann"));
        index.put(new Document<>("a", "Harbour", "", MONDAY, "ann"));
        index.put(new Document<>("d", "Harbour", "", MONDAY.minusSeconds(60), "ann"));

        assertThat(search("harbour")).containsExactly("c", "a", "b", "d");
        assertThat(ids(index.rank("harbour", _ -> true, 2))).containsExactly("c", "a");
    }

    @Test
    void scoresDescend() {
        Random random = new Random(17);
        for (int i = 0; i < 200; i++) {
            index.put(document(i, random));
        }
        for (String query : QUERIES) {
            List<Double> scores = index.rank(query, _ -> true, ALL).stream()
                    .map(Ranked::score)
                    .toList();
            assertThat(scores).as(query).isSortedAccordingTo((a, b) -> Double.compare(b, a));
        }
    }

    // What matches

    @Test
    void documentAskedForByItsIdIsFirst() {
        put("harbour-crane", "Old machine", "");
        put("n1", "Harbour crane", "harbour crane harbour crane");

        assertThat(search("harbour-crane")).containsExactly("harbour-crane", "n1");
        assertThat(search("  harbour-crane\n")).startsWith("harbour-crane");
    }

    @Test
    void titleCountsMoreThanContent() {
        put("n1", "Notes", "harbour");
        put("n2", "Harbour", "notes");

        assertThat(search("harbour")).containsExactly("n2", "n1");
    }

    @Test
    void exactBeatsPrefixBeatsSubstringBeatsOneEdit() {
        put("n1", "parts", "");
        put("n2", "port", "");
        put("n3", "airport", "");
        put("n4", "portable", "");
        put("n5", "sport", "");
        put("n6", "part", "");

        List<String> found = search("port");
        assertThat(found).containsExactlyInAnyOrder("n2", "n4", "n3", "n5", "n6");
        assertThat(found.subList(0, 2)).containsExactly("n2", "n4");
        assertThat(found).endsWith("n6");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"kubernetes", "kubernets", "kubernettes", "kubernetez", "kuberentes", "Kubernetes!", "KUBERNETES"
            })
    void misheardWordStillFinds(String query) {
        put("n1", "Kubernetes", "cluster");
        put("n2", "Nomad", "cluster");

        assertThat(search(query)).containsExactly("n1");
    }

    @Test
    void shortWordIsNotTakenForAnother() {
        put("n1", "ab", "");

        assertThat(search("ac")).isEmpty();
        assertThat(search("ba")).isEmpty();
    }

    @Test
    void everyWordOfAShortQueryMustMatch() {
        put("n1", "Harbour", "crane");
        put("n2", "Harbour", "ferry");

        assertThat(search("harbour crane")).containsExactly("n1");
        assertThat(search("harbour zeppelin")).isEmpty();
    }

    @Test
    void longerQueryMayMissAWord() {
        put("n1", "Harbour", "crane repair");
        put("n2", "Mountain", "snow");

        assertThat(search("harbour crane zeppelin")).containsExactly("n1");
    }

    @Test
    void telltaleWordAdmitsWhatMissesTheRest() {
        put("n1", "BigQuery", "nightly job to the warehouse");
        for (int i = 0; i < 20; i++) {
            put("other" + i, "What is wrong with service " + i, "");
        }

        assertThat(search("what is wrong with the bigquery export")).startsWith("n1");
    }

    @Test
    void rareWordCountsMoreThanCommonOnes() {
        for (int i = 0; i < 30; i++) {
            put("n" + i, "deploy service", "");
        }
        put("rare", "", "deploy zeppelin");

        assertThat(search("deploy service zeppelin")).startsWith("rare");
    }

    @ParameterizedTest
    @CsvSource({
        "getUserName, user name",
        "getUserName, getusername",
        "getUserName, get_user_name",
        "get_user_name, getUserName",
        "docker-compose, docker",
        "docker-compose, compose",
        "docker-compose, dockercompose",
        "java.util.HashMap, hashmap",
        "java.util.HashMap, hash map",
        "src/main/App.java, App.java",
        "src/main/App.java, main",
        "HTTPServer, http server",
        "BigQuery, bigquery",
        "gpt-4o, gpt-4o",
        "GB/s, gb/s",
        "OAuth, oauth",
        "v1.2.3, 1.2.3",
        "what's, what"
    })
    void identifierIsFoundByItsPartsAndInWhole(String identifier, String query) {
        put("n1", "", "we saw " + identifier + " there");
        put("n2", "", "nothing of the kind");

        assertThat(search(query)).containsExactly("n1");
    }

    @ParameterizedTest
    @CsvSource({
        "café, cafe",
        "cafe, café",
        "CAFÉ, café",
        "Ångström, angstrom",
        "straße, STRASSE",
        "smørrebrød, smorrebrod",
        "Łódź, lodz",
        "ΟΔΟΣ, οδός",
        "Ёлка, елка",
        "ｆｕｌｌｗｉｄｔｈ, fullwidth",
        "ﬁnance, finance",
        "ｶﾀｶﾅ, カタカナ"
    })
    void caseAccentsAndWidthDoNotMatter(String text, String query) {
        put("n1", text, "");
        put("n2", "zzz", "");

        for (Normalizer.Form form : Normalizer.Form.values()) {
            assertThat(search(Normalizer.normalize(query, form))).as("%s", form).containsExactly("n1");
        }
        put("n1", Normalizer.normalize(text, Normalizer.Form.NFD), "");
        assertThat(search(query)).containsExactly("n1");
    }

    @ParameterizedTest
    @CsvSource({
        "成语接龙, n1",
        "しりとり, n2",
        "끝말잇기, n3",
        "ฐานข้อมูล, n4",
        "ຖານຂໍ້ມູນ, n5",
        "មូលដ្ឋានទិន្នន័យ, n6",
        "龙, n1",
        "今天 接龙, n1"
    })
    void textWithoutSpacesIsFound(String query, String first) {
        put("n1", "", "今天玩成语接龙游戏");
        put("n2", "", "今日は成語しりとりをした");
        put("n3", "", "오늘 끝말잇기 게임을 했다");
        put("n4", "", "ประชุมทีมวันศุกร์เรื่องการย้ายฐานข้อมูล");
        put("n5", "", "ການປະຊຸມກ່ຽວກັບຖານຂໍ້ມູນ");
        put("n6", "", "ការប្រជុំអំពីមូលដ្ឋានទិន្នន័យ");

        assertThat(search(query)).startsWith(first);
    }

    @Test
    void particlesOfAKoreanWordDoNotHideIt() {
        put("n1", "", "데이터베이스에서 오류가 났다");
        put("n2", "", "오늘 회의");

        assertThat(search("데이터베이스를")).containsExactly("n1");
    }

    // Odd queries

    @ParameterizedTest
    @ValueSource(
            strings = {
                "what's the plan?", "docker-compose", "(plan", "plan AND docker", "GB/s", "gpt-4o", "plan:docker",
                        "plan*",
                "\"plan", "plan\"", "NEAR(plan docker)", "plan OR 1=1 --", "{plan}: docker", "^plan$", "-plan", "+plan",
                "plan\u0000docker", "plan\uD800", "\uDC00plan", "plan 😀", "PLAN"
            })
    void queryIsWordsAndHasNoSyntax(String query) {
        put("n1", "The plan for docker-compose and gpt-4o at 10 GB/s", "");

        assertThat(index.hasWords(query)).isTrue();
        assertThat(search(query)).containsExactly("n1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\t\r\n",
                "|",
                "*",
                "?!…",
                "😀👩‍👩‍👧‍👦🇩🇪",
                "\uD800",
                "\uDC00\uD800",
                "---",
                "_",
                "'",
                "\"\"",
                "\u0301\u0301",
                "\u200B\u200D\uFEFF",
                "\u0000",
                "()[]{}",
                "the of",
                "The, OF!",
                "\u202Ethe\u202C"
            })
    void queryWithoutWordsRanksNothing(String query) {
        put("n1", "The plan of 😀 * | ' -", "the of ---");

        assertThat(index.hasWords(query)).isFalse();
        assertThat(search(query)).isEmpty();
    }

    @Test
    void commonWordsWithMeaningAreWords() {
        put("n1", "Hamlet", "to be or not to be, that is the question");
        put("n2", "King Lear", "blow winds and crack your cheeks");

        assertThat(index.hasWords("to be or not to be")).isTrue();
        assertThat(search("to be or not to be")).containsExactly("n1");
    }

    static final List<Arguments> HUGE = List.of(
            Arguments.of("one word", "a".repeat(100_000)),
            Arguments.of("many words", "plan docker ".repeat(10_000)),
            Arguments.of(
                    "distinct words",
                    IntStream.range(0, 20_000).mapToObj(i -> "w" + i).reduce("", (a, b) -> a + " " + b)),
            Arguments.of(
                    "pairs",
                    IntStream.range(0x4E00, 0x9000)
                            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                            .toString()),
            Arguments.of("regex", "(a+)+$".repeat(20_000)),
            Arguments.of("accents", "a" + "\u0301".repeat(100_000)),
            Arguments.of("surrogates", "\uD83D".repeat(100_000)),
            Arguments.of("identifier", "getUser_".repeat(15_000)),
            Arguments.of("decomposing", "\uFDFA".repeat(50_000)),
            Arguments.of("spaces", " ".repeat(100_000) + "plan"));

    @ParameterizedTest(name = "{0}")
    @FieldSource("HUGE")
    void hugeQueriesAndTextsAreServed(String what, String text) {
        put("n1", "plan", "docker");
        put("n2", "huge", text);

        search(text);
        index.hasWords(text);
        assertThat(search("huge")).as(what).containsExactly("n2");
        index.remove("n2");
        assertThat(search("plan docker")).containsExactly("n1");
    }

    @Test
    void onlyTheBeginningOfAHugeQueryIsRead() {
        put("n1", "harbour", "");
        put("n2", "mountain", "");

        assertThat(search("harbour" + " ".repeat(3000) + "mountain")).containsExactly("n1");
    }

    @ParameterizedTest
    @MethodSource("mixedScripts")
    void mixedScriptsAreFound(String text, String query) {
        put("n1", text, "");
        put("n2", "something else", "");

        assertThat(search(query)).containsExactly("n1");
    }

    static Stream<Arguments> mixedScripts() {
        return Stream.of(
                Arguments.of("iPhone用ケース2026年モデル", "ケース"),
                Arguments.of("iPhone用ケース2026年モデル", "iPhone"),
                Arguments.of("iPhone用ケース2026年モデル", "2026"),
                Arguments.of("ใช้ Docker ทุกวัน", "docker ทุกวัน"),
                Arguments.of("שָׁלוֹם עולם", "שלום"),
                Arguments.of("مَرْحَبًا بالعالم", "مرحبا"),
                Arguments.of("हिन्दी में नोट", "हिन्दी"),
                Arguments.of("𠮷野家で食べた", "𠮷野家"));
    }

    // Concurrency

    @Test
    void acknowledgedPutsAreFoundAtOnceBesideReaders() throws Exception {
        int writers = 4;
        int each = 200;
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(2);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Callable<Integer> reader = () -> {
                int rankings = 0;
                started.countDown();
                while (!done.get()) {
                    for (Ranked ranked : index.rank("document harbour", _ -> true, 20)) {
                        assertThat(ranked.id()).isNotNull();
                    }
                    rankings++;
                }
                return rankings;
            };
            List<Future<Integer>> readers = List.of(threads.submit(reader), threads.submit(reader));
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            List<Future<?>> writes = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int writer = w;
                writes.add(threads.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        writeAndFind("w" + writer + "x" + i, i % 3 == 0);
                    }
                }));
            }
            try {
                for (Future<?> write : writes) {
                    write.get(50, TimeUnit.SECONDS);
                }
            } finally {
                done.set(true);
            }
            for (Future<Integer> rankings : readers) {
                assertThat(rankings.get(10, TimeUnit.SECONDS)).isPositive();
            }
        }
        int removed = writers * ((each + 2) / 3);
        assertThat(index.size()).isEqualTo(writers * each - removed);
        assertThat(search("document harbour")).hasSize(writers * each - removed);
    }

    private void writeAndFind(String id, boolean remove) {
        put(id, "Document of " + id, "harbour");
        assertThat(search(id)).contains(id);
        if (remove) {
            index.remove(id);
            assertThat(search(id)).doesNotContain(id);
        }
    }

    @Test
    void writesAreNotStarvedByReaders() throws Exception {
        for (int i = 0; i < 2000; i++) {
            put("n" + i, "harbour document", "words of number " + i);
        }
        AtomicBoolean done = new AtomicBoolean();
        int readers = 2 * Runtime.getRuntime().availableProcessors();
        CountDownLatch started = new CountDownLatch(readers);
        try (ExecutorService threads = Executors.newFixedThreadPool(readers)) {
            for (int i = 0; i < readers; i++) {
                threads.execute(() -> {
                    started.countDown();
                    while (!done.get()) {
                        index.rank("harbour document number", _ -> true, 10);
                    }
                });
            }
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            long before = System.nanoTime();
            try {
                for (int i = 0; i < 20; i++) {
                    put("late" + i, "mountain", "");
                }
            } finally {
                done.set(true);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void indexesOfOneRankerAreApart() {
        TextIndex<Integer> other = ranker().open();
        other.put(new Document<>("n1", "Harbour", "", MONDAY, 1));

        assertThat(search("harbour")).isEmpty();
        assertThat(other.rank("harbour", attribute -> attribute == 1, 1)).hasSize(1);
    }

    // Fixtures

    private static final List<String> VOCABULARY = List.of(
            "harbour",
            "ferry",
            "crane",
            "cranes",
            "mountain",
            "snow",
            "deploy",
            "deployment",
            "docker-compose",
            "getUserName",
            "user",
            "name",
            "café",
            "port",
            "airport",
            "report",
            "the",
            "of",
            "and",
            "成语接龙",
            "しりとり",
            "끝말잇기",
            "x",
            "10",
            "v1.2");

    private static final List<String> QUERIES = List.of(
            "harbour",
            "port",
            "crane ferry",
            "the harbour of snow",
            "deploy docker-compose",
            "getUserName",
            "user name",
            "cafe",
            "接龙",
            "しりとり 끝말잇기",
            "x",
            "snwo mountian",
            "harbour ferry crane mountain snow deploy",
            "n1",
            "v1.2 10");

    private static Document<String> document(int number, Random random) {
        return new Document<>(
                "n" + number,
                words(random, random.nextInt(5)),
                words(random, random.nextInt(12)),
                MONDAY.plusSeconds(random.nextInt(3)),
                random.nextBoolean() ? "ann" : "bob");
    }

    private static String words(Random random, int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(VOCABULARY.get(random.nextInt(VOCABULARY.size())));
        }
        return String.join(" ", words);
    }

    private void put(String id, String title, String content) {
        index.put(new Document<>(id, title, content, MONDAY, "ann"));
    }

    private List<String> search(String query) {
        return ids(index.rank(query, _ -> true, ALL));
    }

    private static List<String> ids(List<Ranked> ranking) {
        return ranking.stream().map(Ranked::id).toList();
    }

    private static void assertSame(List<Ranked> actual, List<Ranked> expected, String query) {
        assertThat(ids(actual)).as(query).isEqualTo(ids(expected));
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i).score())
                    .as("score %d of %s", i, query)
                    .isCloseTo(expected.get(i).score(), within(1e-9));
        }
    }
}
