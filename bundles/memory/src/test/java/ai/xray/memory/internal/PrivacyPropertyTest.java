package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.event.MemoryEvent;
import ai.xray.memory.AgentMemory;
import ai.xray.memory.BriefingRequest;
import ai.xray.memory.CellDraft;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Privacy;
import ai.xray.memory.RecentRequest;
import ai.xray.memory.Refusal;
import ai.xray.memory.RefuteRequest;
import ai.xray.memory.Scope;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.Status;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Nothing a caller is told differs from what it would be told if the cells it may not know did not exist. */
class PrivacyPropertyTest {
    private static final int IDS = 12;

    /** When and from where a cell came; of no source where that is empty. */
    private record Origin(int age, String source) {}

    @Provide
    Arbitrary<List<MemoryCell>> corpora() {
        Arbitrary<String> ids = Arbitraries.integers().between(0, IDS - 1).map(i -> "c" + i);
        Arbitrary<MemoryCell> cells = Combinators.combine(
                        ids,
                        Arbitraries.of(Kind.NOTE, Kind.STABLE_FACT, Kind.SYSTEM_CONFIGURATION, Kind.EVENT),
                        Arbitraries.of(Scope.values()),
                        Arbitraries.of("u1", "u2", "").optional(),
                        Arbitraries.of("walrus tusks", "walrus", "zebra"),
                        Arbitraries.of(Status.values()),
                        ids.list().ofMaxSize(3),
                        Combinators.combine(Arbitraries.integers().between(0, 5), Arbitraries.of("talk", "book", ""))
                                .as(Origin::new))
                .as((id, kind, scope, subject, content, status, links, origin) -> {
                    MemoryCell.Builder cell = MemoryCell.cell(
                                    id, kind, Instant.ofEpochSecond(1_790_000_000L + origin.age()))
                            .scope(scope)
                            .title("about " + id)
                            .content(content)
                            .status(status)
                            .links(links)
                            .evidenceRefs(links.isEmpty() ? List.of() : List.of(links.getFirst()))
                            .tags(List.of(scope.wire()));
                    subject.filter(name -> !name.isEmpty()).ifPresent(cell::subject);
                    Optional.of(origin.source()).filter(name -> !name.isEmpty()).ifPresent(cell::source);
                    return cell.build();
                });
        return cells.list().ofMaxSize(IDS).uniqueElements(MemoryCell::id);
    }

    @Provide
    Arbitrary<Optional<String>> subjects() {
        return Arbitraries.of(Optional.empty(), Optional.of("u1"), Optional.of("u2"), Optional.of("U1"));
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void repliesAreThoseOfAMemoryWithoutTheHiddenCells(
            @ForAll("corpora") List<MemoryCell> cells,
            @ForAll("subjects") Optional<String> subject,
            @ForAll boolean meanings)
            throws IOException {
        List<MemoryCell> known =
                cells.stream().filter(cell -> Privacy.mayKnow(cell, subject)).toList();
        Room whole = room(cells, meanings);
        Room reduced = room(known, meanings);

        assertThat(everythingTold(whole, subject)).isEqualTo(everythingTold(reduced, subject));
        assertThat(whole.events).isEqualTo(reduced.events);
    }

    /** Searches by meaning too where {@code meanings} is set; every query is as similar to a cell as its id says. */
    private static Room room(List<MemoryCell> cells, boolean meanings) throws IOException {
        Room room = Room.over(new MapStore().with(cells.toArray(MemoryCell[]::new)));
        if (meanings) {
            FixedMeanings cosines = new FixedMeanings();
            IntStream.range(0, IDS).forEach(i -> cosines.cosines.put("c" + i, (i * 7 % IDS) / (double) IDS));
            room.service.setFusion(new SumOfScores());
            room.service.addMeanings(cosines, Map.of());
            Room.await(() -> cosines.held.keySet().equals(findable(cells)));
        }
        return room;
    }

    private static Set<String> findable(List<MemoryCell> cells) {
        return cells.stream()
                .filter(cell -> cell.status() == Status.ACTIVE)
                .map(MemoryCell::id)
                .collect(Collectors.toSet());
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void changesOfHiddenCellsAreNotHeard(
            @ForAll("corpora") List<MemoryCell> cells, @ForAll("subjects") Optional<String> subject)
            throws IOException {
        Room room = Room.empty();
        for (MemoryCell cell : cells) {
            room.store.putByOther(cell);
            room.store.tell(room.store.deleteUnheard(cell.id()));
        }
        List<String> known = cells.stream()
                .filter(cell -> Privacy.mayKnow(cell, subject))
                .flatMap(cell -> List.of(cell.id(), cell.id()).stream())
                .toList();
        List<String> heard = room.events.stream()
                .map(event -> (MemoryEvent.Change) event)
                .filter(change -> change.owner().isEmpty() || change.owner().equals(subject))
                .map(MemoryEvent.Change::id)
                .toList();
        assertThat(heard).isEqualTo(known);
    }

    private static List<Object> everythingTold(Room room, Optional<String> subject) throws IOException {
        AgentMemory memory = room.agent();
        List<Object> told = new ArrayList<>();
        for (String query : List.of("walrus tusks", "zebra", "c3 about", "")) {
            for (boolean links : List.of(false, true)) {
                told.add(memory.search(new SearchRequest(query, Set.of(), subject, List.of(), 3, links)));
            }
            told.add(memory.search(new SearchRequest(query, Set.of(Kind.NOTE), subject, List.of("private"), 50, true)));
        }
        Optional<String> cursor = Optional.empty();
        do {
            var page = memory.list(new ListRequest(Optional.empty(), subject, Optional.empty(), List.of(), 3, cursor));
            told.add(page);
            cursor = page.next();
        } while (cursor.isPresent());
        for (int i = 0; i < IDS; i++) {
            String id = "c" + i;
            told.add(answer(() -> memory.get(id, subject)));
        }
        told.addAll(newerAnswers(memory, subject));
        for (int i = 0; i < IDS; i++) {
            String id = "c" + i;
            told.add(answer(() -> {
                memory.delete(id, subject);
                return "deleted";
            }));
        }
        return told;
    }

    private static List<Object> newerAnswers(AgentMemory memory, Optional<String> subject) throws IOException {
        List<Object> told = new ArrayList<>();
        List<String> ids = IntStream.range(0, IDS).mapToObj(i -> "c" + i).toList();
        told.add(memory.fetch(ids, subject));
        told.add(memory.recent(new RecentRequest(5, Optional.empty(), subject)));
        told.add(memory.briefing(new BriefingRequest("walrus", subject, 300, 3)));
        told.add(memory.consolidate(Optional.empty(), subject, false));
        for (String id : ids) {
            told.add(answer(() -> memory.refute(new RefuteRequest(id, "wrong", Optional.empty(), subject, true))));
        }
        for (String id : ids.subList(0, 3)) {
            told.add(answer(() -> memory.expire(id, Optional.empty(), subject)));
        }
        for (String id : ids.subList(3, 6)) {
            told.add(answer(() -> memory.refute(new RefuteRequest(id, "wrong", Optional.empty(), subject, false))));
        }
        for (String id : ids.subList(6, 9)) {
            CellDraft.Builder draft = Draft.note("newer than " + id, "walrus");
            subject.ifPresent(draft::subject);
            told.add(answer(() -> memory.supersede(id, draft.build())));
        }
        told.add(memory.consolidate(Optional.empty(), subject, true));
        told.add(memory.fetch(ids, subject));
        return told;
    }

    private interface Call {
        Object make() throws IOException;
    }

    private static Object answer(Call call) throws IOException {
        try {
            return call.make();
        } catch (Refusal e) {
            return List.of(e.getMessage(), e.code(), e.field(), e.allowed(), e.closest());
        }
    }
}
