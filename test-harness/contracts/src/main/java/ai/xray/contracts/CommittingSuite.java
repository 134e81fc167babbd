package ai.xray.contracts;

import static ai.xray.contracts.MemoryStoreCells.numbered;
import static ai.xray.contracts.StoreCalls.assertConflict;
import static ai.xray.contracts.StoreCalls.commit;
import static ai.xray.contracts.StoreCalls.contents;
import static ai.xray.contracts.StoreCalls.put;
import static ai.xray.memory.MemoryWrite.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite.Delete;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoredCell;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What commits of one caller do and leave undone. */
abstract class CommittingSuite extends StoreSuite {
    CommittingSuite(Supplier<MemoryStore> store) {
        super(store);
    }

    @Test
    void newStoreIsEmptyAndWithoutProblem() throws Exception {
        assertThat(contents(store())).isEmpty();
        assertThat(store().get("anything")).isEmpty();
        assertThat(store().problem()).isEmpty();
    }

    @Test
    void createdCellIsReadBackAtItsRevision() throws Exception {
        MemoryCell cell = numbered("a", 1);

        long revision = put(store(), cell, ABSENT);

        assertThat(revision).isPositive();
        assertThat(store().get("a")).contains(new StoredCell(cell, revision));
    }

    @Test
    void updateReplacesTheCellAtANewRevision() throws Exception {
        long first = put(store(), numbered("a", 1), ABSENT);

        long second = put(store(), numbered("a", 2), first);

        assertThat(second).isGreaterThan(first);
        assertThat(store().get("a")).contains(new StoredCell(numbered("a", 2), second));
    }

    @Test
    void writeOfAnOldRevisionConflictsAndChangesNothing() throws Exception {
        long first = put(store(), numbered("a", 1), ABSENT);
        long second = put(store(), numbered("a", 2), first);

        assertConflict(store(), "a", new Put(numbered("a", 3), first));
        assertConflict(store(), "a", new Put(numbered("a", 3), second + 1));
        assertConflict(store(), "a", new Delete("a", first));

        assertThat(store().get("a")).contains(new StoredCell(numbered("a", 2), second));
    }

    @Test
    void creationConflictsWithAnExistingCell() throws Exception {
        long revision = put(store(), numbered("a", 1), ABSENT);

        assertConflict(store(), "a", new Put(numbered("a", 2), ABSENT));

        assertThat(store().get("a")).contains(new StoredCell(numbered("a", 1), revision));
    }

    @Test
    void updateAndDeleteOfAnAbsentCellConflict() throws Exception {
        assertConflict(store(), "a", new Put(numbered("a", 1), 7));
        assertConflict(store(), "a", new Delete("a", 7));

        assertThat(contents(store())).isEmpty();
    }

    @Test
    void oneConflictUndoesTheWholeCommit() throws Exception {
        long kept = put(store(), numbered("kept", 1), ABSENT);
        long gone = put(store(), numbered("gone", 1), ABSENT);

        assertConflict(
                store(),
                "stale",
                new Put(numbered("new", 1), ABSENT),
                new Put(numbered("kept", 2), kept),
                new Delete("gone", gone),
                new Put(numbered("stale", 1), 99),
                new Put(numbered("later", 1), ABSENT));

        assertThat(contents(store()))
                .isEqualTo(Map.of(
                        "kept", new StoredCell(numbered("kept", 1), kept),
                        "gone", new StoredCell(numbered("gone", 1), gone)));
    }

    @Test
    void oneCommitCreatesUpdatesAndDeletes() throws Exception {
        long updated = put(store(), numbered("updated", 1), ABSENT);
        long deleted = put(store(), numbered("deleted", 1), ABSENT);

        List<Long> revisions = store().commit(List.of(
                new Delete("deleted", deleted),
                new Put(numbered("created", 1), ABSENT),
                new Put(numbered("updated", 2), updated)));

        assertThat(revisions).hasSize(3).doesNotHaveDuplicates().allMatch(revision -> revision > deleted);
        assertThat(contents(store()))
                .isEqualTo(Map.of(
                        "created", new StoredCell(numbered("created", 1), revisions.get(1)),
                        "updated", new StoredCell(numbered("updated", 2), revisions.get(2))));
    }

    @Test
    void deletedCellIsGoneAndItsRevisionsNeverComeBack() throws Exception {
        long created = put(store(), numbered("a", 1), ABSENT);
        long deleted = commit(store(), new Delete("a", created));
        assertThat(deleted).isGreaterThan(created);
        assertThat(store().get("a")).isEmpty();
        assertConflict(store(), "a", new Put(numbered("a", 2), created));
        assertConflict(store(), "a", new Put(numbered("a", 2), deleted));

        long again = put(store(), numbered("a", 3), ABSENT);

        assertThat(again).isGreaterThan(deleted);
        assertConflict(store(), "a", new Put(numbered("a", 4), created));
    }

    @Test
    void deleteThatExpectsAbsenceIsDoneWhenThereIsNoSuchCell() throws Exception {
        long revision = put(store(), numbered("a", 1), ABSENT);

        assertThat(commit(store(), new Delete("b", ABSENT))).isGreaterThan(revision);
        assertConflict(store(), "a", new Delete("a", ABSENT));
    }

    @Test
    void commitOfNothingOrOfOneIdTwiceIsRefused() throws Exception {
        assertThatIllegalArgumentException().isThrownBy(() -> store().commit(List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        store().commit(List.of(new Put(numbered("a", 1), ABSENT), new Put(numbered("a", 2), ABSENT))));

        assertThat(contents(store())).isEmpty();
    }
}
