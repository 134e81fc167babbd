package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.Author;
import ai.xray.memory.CellDraft;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.Origin;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import ai.xray.memory.Upserted.Outcome;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes that happened though the store said that it failed, as when a connection is lost before the answer is there. */
class UnknownOutcomeTest {
    private static final String PATTERN =
            "The orders queue drains slowly while the nightly report reads the tables of customers";

    private final LosingAnswers store = new LosingAnswers();
    private final MemoryService service;
    private final AgentMemory memory;

    UnknownOutcomeTest() throws IOException {
        service = QuietMemory.over(store);
        memory = service.as(new Author(Origin.DERIVED, "agent"));
    }

    /** What the store can be asked right after its failure. */
    enum After {
        IT_ANSWERS,
        IT_IS_DOWN
    }

    private static final class LosingAnswers implements MemoryStore {
        private final MapStore sound = new MapStore();
        private After after = After.IT_ANSWERS;
        private boolean losing;

        void loseNext(After next) {
            losing = true;
            after = next;
        }

        @Override
        public Map<String, StoredCell> get(Collection<String> ids) throws IOException {
            return sound.get(ids);
        }

        @Override
        public void scan(Consumer<StoredCell> visitor) throws IOException {
            sound.scan(visitor);
        }

        @Override
        public List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
            List<Long> revisions = sound.commit(writes);
            if (losing) {
                losing = false;
                sound.fail(after == After.IT_IS_DOWN);
                throw new IOException("it is not known whether anything was written");
            }
            return revisions;
        }
    }

    @AfterEach
    void close() throws IOException {
        service.close();
    }

    private interface Write {
        void run() throws IOException;
    }

    private void lost(After after, Write write) {
        store.loseNext(after);
        assertThatIOException().isThrownBy(write::run).withMessageContaining("not known");
        store.sound.fail(false);
    }

    private List<String> found(String query) throws IOException {
        return Room.ids(memory.search(new SearchRequest(query, Set.of(), Optional.empty(), List.of(), 10, false)));
    }

    private List<String> listed() throws IOException {
        ListRequest all =
                new ListRequest(Optional.empty(), Optional.empty(), Optional.empty(), List.of(), 50, Optional.empty());
        return memory.list(all).cells().stream().map(MemoryCell::id).toList();
    }

    @ParameterizedTest
    @EnumSource
    void cellIsFoundAndListed(After after) throws IOException {
        lost(after, () -> memory.upsert(Draft.note("Walrus", "tusks").id("a").build()));
        assertThat(found("walrus")).containsExactly("a");
        assertThat(listed()).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource
    void changedTextIsFoundAndTheOldIsNot(After after) throws IOException {
        memory.upsert(Draft.note("Walrus", "tusks").id("a").build());
        lost(
                after,
                () -> memory.upsert(Draft.empty().id("a").content("whiskers").build()));
        assertThat(found("whiskers")).containsExactly("a");
        assertThat(found("tusks")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void deletedCellTakesNoPlaceAndMayBeWrittenAgain(After after) throws IOException {
        memory.upsert(Draft.note("Walrus", "tusks").id("a").build());
        memory.upsert(Draft.note("Walrus", "whiskers").id("b").build());
        lost(after, () -> memory.delete("a", Optional.empty()));
        SearchRequest one = new SearchRequest("walrus", Set.of(), Optional.empty(), List.of(), 1, false);
        assertThat(Room.ids(memory.search(one))).containsExactly("b");
        memory.upsert(Draft.note("Walrus", "tusks").id("a").build());
        assertThat(found("tusks")).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource
    void restatementLandsOnIt(After after) throws IOException {
        CellDraft.Builder first = Draft.note("Orders", PATTERN).kind(Kind.OPERATIONAL_PATTERN);
        lost(after, () -> memory.upsert(first.build()));
        CellDraft.Builder second = Draft.note("Queue", PATTERN + " each night").kind(Kind.OPERATIONAL_PATTERN);
        assertThat(memory.upsert(second.build()).outcome()).isEqualTo(Outcome.MERGED);
        assertThat(store.sound.size()).isEqualTo(1);
    }
}
