package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.event.MemoryEvent;
import ai.xray.memory.AgentMemory;
import ai.xray.memory.Author;
import ai.xray.memory.Briefing;
import ai.xray.memory.BriefingRequest;
import ai.xray.memory.CellDraft;
import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.RecentRequest;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Status;
import ai.xray.memory.Upserted;
import ai.xray.memory.Upserted.Outcome;
import ai.xray.ranker.lexical.LexicalRanker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of faults that memories have failed their users by, on memory with the ranker that users have. */
class FieldCasesTest {
    private static final Optional<String> NOBODY = Optional.empty();
    private static final int MANY = 50;

    private final MovableClock clock = new MovableClock();
    private final MapStore store = new MapStore();
    private final List<MemoryEvent> events = new ArrayList<>();
    private final MemoryService service;
    private final AgentMemory memory;

    FieldCasesTest() throws IOException {
        service = QuietMemory.over(store, clock, new LexicalRanker());
        service.addListener(events::add);
        memory = service.as(new Author(Origin.DERIVED, "agent"));
    }

    @AfterEach
    void close() throws IOException {
        service.close();
    }

    private Upserted upsert(CellDraft.Builder draft) throws IOException {
        clock.move(Duration.ofMinutes(1));
        return memory.upsert(draft.build());
    }

    private List<String> found(String query, int limit) throws IOException {
        return memory.search(new SearchRequest(query, Set.of(), NOBODY, List.of(), limit, false)).results().stream()
                .map(SearchReply.Result::cell)
                .map(MemoryCell::id)
                .toList();
    }

    private static List<String> ids(List<MemoryCell> cells) {
        return cells.stream().map(MemoryCell::id).toList();
    }

    private static CellDraft.Builder fact(String title, String content) {
        return Draft.note(title, content).kind(Kind.STABLE_FACT).confidence(Confidence.HIGH);
    }

    @Test
    void itemsOfOnePatternStayAsManyAsTheyAre() throws IOException {
        List<String> who = List.of("Tomas", "Ingrid", "Farid", "Wanda");
        List<String> what = List.of("baked rye bread", "repaired the old bicycle", "saw a kingfisher");
        for (String name : who) {
            for (String deed : what) {
                CellDraft.Builder said = fact(name + " " + deed, "%s: on Sunday I %s.".formatted(name, deed));
                assertThat(upsert(said).outcome()).as(name + " " + deed).isEqualTo(Outcome.CREATED);
            }
        }
        assertThat(found("Ingrid kingfisher", MANY)).startsWith("ingrid-saw-a-kingfisher");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The nightly export keeps its archives for %s days on the backup volume in Lisbon.|14|41",
                "The reporting database of the finance department runs PostgreSQL version %s in production.|16.3|16.4",
                "The freeze of the billing service before the yearly audit begins on %s at noon.|2027-03-01|2027-03-02",
                "The uploader of the photo service retries a failed request at most %s times in a row.|3|30",
                "Plan of the %s quarter for the platform team: move the search cluster to new machines.|Q3|Q4"
            })
    void oneNumberApartIsAnotherCellUnlessItIsNamed(String text, String number, String other) throws IOException {
        Upserted first = upsert(fact("Agreed", text.formatted(number)));
        Upserted second = upsert(fact("Agreed", text.formatted(other)));
        assertThat(second.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(memory.get(first.cell().id(), NOBODY).cell().content()).contains(number);

        Upserted named = upsert(Draft.empty().id(first.cell().id()).content(text.formatted(other)));
        assertThat(named.outcome()).isEqualTo(Outcome.UPDATED);
        assertThat(store.size()).isEqualTo(2);
    }

    @Test
    void originalRanksAboveWhatRepeatsIt() throws IOException {
        String query = "admin console session length";
        upsert(fact("Session length", "A session of the admin console lasts 45 minutes without activity.")
                .id("original"));
        upsert(Draft.note("Canteen", "Soup is served until two."));
        for (int i = 0; i < 20; i++) {
            Briefing recalled = memory.briefing(new BriefingRequest(query, NOBODY, 2000, 8));
            assertThat(recalled.ids()).contains("original");
            upsert(Draft.note(
                    "Answer to colleague %c".formatted('a' + i),
                    "When does user %c have to sign in once more?\n%s\nSo much for that."
                            .formatted('a' + i, recalled.context())));
        }
        assertThat(found(query, MANY)).startsWith("original").hasSize(21);
    }

    @Test
    void whatRepeatsACellOfAMergingKindMakesNoCrowd() throws IOException {
        String query = "how does the invoice importer treat duplicates";
        upsert(Draft.note(
                        "Invoice importer",
                        "The invoice importer skips duplicates: it compares supplier, amount and date of each invoice"
                                + " with those of the last year before it writes anything.")
                .kind(Kind.OPERATIONAL_PATTERN)
                .id("original"));
        for (int i = 0; i < 20; i++) {
            String recalled = memory.get("original", NOBODY).cell().content();
            upsert(Draft.note(
                            "Answer to colleague",
                            "%s, and so I answered %s.".formatted(recalled, "again".repeat(i + 1)))
                    .kind(Kind.OPERATIONAL_PATTERN));
        }
        assertThat(found(query, MANY)).containsExactly("original");
        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void whatIsOverTakesNoPlaceAnywhere() throws IOException {
        for (int i = 11; i >= 0; i--) { // the ranker puts the newer of equals first
            upsert(Draft.note("Ferry", "The ferry leaves the pier.")
                    .id("ferry" + i)
                    .kind(Kind.ACTIVE_CONCERN)
                    .links("ferry0", "ferry3", "ferry5"));
        }
        assertThat(found("ferry", MANY)).as("before").hasSize(12).startsWith("ferry0", "ferry1", "ferry2");
        for (String deleted : List.of("ferry0", "ferry1", "ferry2")) {
            memory.delete(deleted, NOBODY);
        }
        memory.expire("ferry3", Optional.of("over"), NOBODY);
        upsert(Draft.empty().id("ferry4").staleAfter(clock.instant().plusSeconds(61)));
        clock.move(Duration.ofMinutes(2));
        memory.supersede(
                "ferry5",
                Draft.empty()
                        .id("bus")
                        .title("Bus")
                        .content("The bus leaves the station.")
                        .build());
        events.clear();

        List<String> left = List.of("ferry6", "ferry7", "ferry8", "ferry9", "ferry10", "ferry11");
        List<String> gone = List.of("ferry0", "ferry1", "ferry2", "ferry3", "ferry4", "ferry5");
        assertThat(found("ferry", 5)).containsExactlyElementsOf(left.subList(0, 5));
        assertThat(events)
                .last()
                .isInstanceOfSatisfying(
                        MemoryEvent.Hit.class,
                        hit -> assertThat(hit.ids()).containsExactlyElementsOf(left.subList(0, 5)));
        for (String id : gone) {
            assertThat(found(id, 5)).as("asked for by its id").hasSize(5).doesNotContain(id);
        }
        SearchReply linked = memory.search(new SearchRequest("ferry", Set.of(), NOBODY, List.of(), MANY, true));
        assertThat(Room.ids(linked)).containsExactlyElementsOf(left);

        List<String> all = new ArrayList<>(left);
        all.add("bus");
        ListRequest active =
                new ListRequest(Optional.empty(), NOBODY, Optional.of(Status.ACTIVE), List.of(), 7, NOBODY);
        assertThat(ids(memory.list(active).cells())).containsExactlyInAnyOrderElementsOf(all);
        assertThat(memory.list(active).next()).isEmpty();
        assertThat(ids(memory.recent(new RecentRequest(7, Optional.empty(), NOBODY))
                        .cells()))
                .containsExactlyInAnyOrderElementsOf(all);
        Briefing briefing = memory.briefing(new BriefingRequest("ferry", NOBODY, 8000, 20));
        assertThat(briefing.ids()).containsAll(left).doesNotContainAnyElementsOf(gone);
        assertThat(found("", MANY)).containsExactlyInAnyOrderElementsOf(all);
        assertThat(memory.get("ferry6", NOBODY).links()).containsExactlyInAnyOrder("ferry3", "ferry5");
    }

    @ParameterizedTest
    @CsvSource({
        "咖啡机, chinese",
        "咖啡, chinese",
        "コーヒーメーカー, japanese",
        "メーカー, japanese",
        "커피머신, korean",
        "머신, korean",
        "เครื่องชงกาแฟ, thai",
        "กาแฟ, thai"
    })
    void textWithoutSpacesIsFoundAmongOthersOfItsScript(String query, String first) throws IOException {
        upsert(Draft.note("厨房", "三楼的咖啡机需要每周清洗一次").id("chinese"));
        upsert(Draft.note("会議", "三楼的打印机需要每月检查一次").id("chinese-other"));
        upsert(Draft.note("台所", "三階のコーヒーメーカーは毎週掃除する").id("japanese"));
        upsert(Draft.note("受付", "三階のプリンターは毎月点検する").id("japanese-other"));
        upsert(Draft.note("주방", "삼층커피머신은매주청소한다").id("korean"));
        upsert(Draft.note("접수", "삼층프린터는매월점검한다").id("korean-other"));
        upsert(Draft.note("ครัว", "ต้องล้างเครื่องชงกาแฟชั้นสามทุกสัปดาห์").id("thai"));
        upsert(Draft.note("แผนกต้อนรับ", "ต้องตรวจเครื่องพิมพ์ชั้นสามทุกเดือน").id("thai-other"));
        assertThat(found(query, MANY)).startsWith(first);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "how's the rollout?",
                "blue-green",
                "the \"rollout",
                "(rollout",
                "rollout NOT blue",
                "rollout NEAR/2 blue",
                "req/s",
                "k8s-1.31",
                "rollout:blue",
                "rollout* ^2 ~1",
                "'; drop table cells; -- rollout",
                "[rollout",
                "rollout\\",
                "%rollout_",
                "<rollout>"
            })
    void anythingMayBeAskedAndWhatSharesWordsIsFound(String query) throws IOException {
        upsert(Draft.note("The rollout of blue-green on k8s-1.31 at 900 req/s", "Drop nothing from the table of cells.")
                .id("rollout"));
        upsert(Draft.note("Canteen", "Soup is served until two."));
        assertThat(found(query, MANY)).startsWith("rollout");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "|", "*", "()", "\"\"", "…?!", "\t\n", "-", "🙂"})
    void askedForNothingItTellsTheLatest(String query) throws IOException {
        upsert(Draft.note("Earlier", "One.").id("earlier"));
        upsert(Draft.note("Later", "Two.").id("later"));
        assertThat(found(query, MANY)).containsExactly("later", "earlier");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"admin console", "session lasts 45 minutes", "how long do sessions of the admin console last"})
    void originalRanksAboveItsEchoesWhateverIsAsked(String query) throws IOException {
        upsert(fact("Session length", "A session of the admin console lasts 45 minutes without activity.")
                .id("original"));
        for (int i = 0; i < 20; i++) {
            Briefing recalled = memory.briefing(new BriefingRequest(query, NOBODY, 2000, 8));
            assertThat(recalled.ids()).contains("original");
            upsert(Draft.note("Asked by user %c: %s".formatted('a' + i, query), query + "?\n" + recalled.context()));
        }
        assertThat(found(query, MANY)).startsWith("original");
    }
}
