package ai.xray.memory.internal;

import ai.xray.memory.Author;
import ai.xray.memory.CellDraft;
import ai.xray.memory.ChangedMeanwhile;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.NotFound;
import ai.xray.memory.Privacy;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.Upserted;
import ai.xray.memory.Upserted.Outcome;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Plan;
import ai.xray.memory.internal.rule.Authoring;
import ai.xray.memory.internal.rule.CellIds;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Provenance;
import ai.xray.memory.internal.rule.Restatement;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Writes.
 *
 * <p>Ids are unique per store, so a caller who names the id of a private cell that it cannot know can neither get that cell
 * nor a new one, and so learns that the id is taken. Nothing short of a store per subject would hide that; what such a
 * caller is told is that the id cannot be used, not by what. Ids made from the titles of private cells are beyond guessing,
 * see {@link CellIds}; what remains is an id that its owner chose, or that was public before the cell turned private.
 *
 * <p>A draft without an id that restates a cell lands on that cell. One with an id never does: who names an id gets that id,
 * a new cell where there is none.
 */
final class Writing {
    private final Cells cells;
    private final InstantSource clock;
    private final boolean merging;

    Writing(Cells cells, InstantSource clock, boolean merging) {
        this.cells = cells;
        this.clock = clock;
        this.merging = merging;
    }

    Upserted upsert(CellDraft given, Author author) throws IOException {
        CellDraft draft = DraftRules.checked(given);
        Upserted upserted = draft.id().isPresent() ? at(draft.id().get(), draft, author) : anew(draft, author);
        return new Upserted(upserted.outcome(), Reading.shown(upserted.cell(), clock.instant()));
    }

    Upserted update(CellDraft given, Predicate<MemoryCell> seen, Author author) throws IOException {
        CellDraft draft = DraftRules.checked(given);
        String id = draft.id().orElseThrow(() -> Refusal.invalid("id", "id: is missing; the cell to change."));
        Upserted updated = cells.write(List.of(id), current -> {
            StoredCell stored = current.get(id);
            if (stored == null || !Privacy.mayKnow(stored.cell(), draft.subject())) {
                throw new NotFound(id);
            }
            check(seen, stored.cell());
            return update(stored, draft, author);
        });
        return new Upserted(updated.outcome(), Reading.shown(updated.cell(), clock.instant()));
    }

    private void check(Predicate<MemoryCell> seen, MemoryCell cell) {
        if (!seen.test(Reading.shown(cell, clock.instant()))) {
            throw new ChangedMeanwhile(cell.id());
        }
    }

    void delete(String id, Optional<String> subject, Predicate<MemoryCell> wanted, Author author) throws IOException {
        DraftRules.id(id);
        subject.ifPresent(DraftRules::subject);
        AtomicBoolean seen = new AtomicBoolean();
        cells.write(List.of(id), current -> {
            StoredCell stored = current.get(id);
            if (stored == null && seen.get()) {
                return Plan.nothing(id); // another replica removed it in between: done
            }
            if (stored == null || !Privacy.mayKnow(stored.cell(), subject)) {
                throw new NotFound(id);
            }
            Provenance.check(author, stored.cell(), "delete");
            check(wanted, stored.cell());
            seen.set(true);
            return Plan.delete(stored, id);
        });
    }

    /** Under the caller's id. */
    private Upserted at(String id, CellDraft draft, Author author) throws IOException {
        return cells.write(List.of(id), current -> {
            StoredCell stored = current.get(id);
            if (stored == null) {
                return creation(id, draft, author);
            }
            if (!Privacy.mayKnow(stored.cell(), draft.subject())) {
                throw Refusal.invalid(
                        "id",
                        "id: '%s' cannot be used by this call; choose another, or leave it out to get one."
                                .formatted(Spelling.excerpt(id)));
            }
            return update(stored, draft, author);
        });
    }

    private Upserted anew(CellDraft draft, Author author) throws IOException {
        // Made before an id or another cell is sought: it refuses what cannot become a cell.
        MemoryCell wish = Authoring.created("", draft, author, clock.instant());
        if (!merging || !wish.kind().merges()) {
            return underNewId(draft, author, Optional.empty());
        }
        Restatement restatement = Restatement.of(draft, wish, author);
        Optional<Upserted> added = cells.adding(
                restatement.circle(),
                restatement.print(),
                () -> landingPlaces(restatement).isEmpty() ? added(restatement, draft, author) : Optional.empty());
        return added.isPresent() ? added.get() : merged(restatement, draft, author);
    }

    /** As a cell of its own under an id made from the title; empty when a cell at such an id is to be written on. */
    private Optional<Upserted> added(Restatement restatement, CellDraft draft, Author author) throws IOException {
        for (String id : CellIds.candidates(draft)) {
            Optional<Upserted> created = cells.write(
                    List.of(id),
                    current -> current.containsKey(id)
                            ? Plan.nothing(Optional.empty())
                            : creation(id, draft, author).map(Optional::of));
            if (created.isPresent() || takes(cells.get(id), restatement)) {
                return created;
            }
        }
        return Optional.empty();
    }

    private boolean takes(Optional<StoredCell> stored, Restatement restatement) {
        return stored.map(StoredCell::cell)
                .filter(cell -> repeats(cell, restatement.draft()) || restatement.landsOn(cell, clock.instant()))
                .isPresent();
    }

    private Upserted merged(Restatement restatement, CellDraft draft, Author author) throws IOException {
        return cells.merging(restatement.circle(), () -> {
            Optional<Upserted> merged = landed(restatement);
            return merged.isPresent() ? merged.get() : underNewId(draft, author, Optional.of(restatement));
        });
    }

    private List<Head> landingPlaces(Restatement restatement) {
        Instant now = clock.instant();
        List<String> restated = cells.restatements().of(restatement.circle(), restatement.print());
        return cells.corpus().heads(restated, cell -> restatement.mayLandOn(cell, now));
    }

    /** On the likest of the cells that it restates and may land on. */
    private Optional<Upserted> landed(Restatement restatement) throws IOException {
        for (Head head : landingPlaces(restatement)) {
            Optional<Upserted> merged = cells.write(
                    List.of(head.id()),
                    current -> Optional.ofNullable(current.get(head.id()))
                            .filter(stored -> restatement.landsOn(stored.cell(), clock.instant()))
                            .map(stored -> merge(stored, restatement).map(Optional::of))
                            .orElseGet(() -> Plan.nothing(Optional.empty())));
            if (merged.isPresent()) {
                return merged;
            }
        }
        return Optional.empty();
    }

    /**
     * Under an id made from the title. A cell there that says the same in every field given is written on, so that a call
     * repeated after a lost reply leaves no second cell; so is one that is restated, which another replica may have written
     * since it was looked for.
     */
    private Upserted underNewId(CellDraft draft, Author author, Optional<Restatement> restatement) throws IOException {
        for (String id : CellIds.candidates(draft)) {
            Optional<Upserted> upserted = cells.write(List.of(id), current -> {
                StoredCell stored = current.get(id);
                if (stored == null) {
                    return creation(id, draft, author).map(Optional::of);
                }
                if (repeats(stored.cell(), draft)) {
                    return update(stored, draft, author).map(Optional::of);
                }
                return restatement
                        .filter(it -> it.landsOn(stored.cell(), clock.instant()))
                        .map(it -> merge(stored, it).map(Optional::of))
                        .orElseGet(() -> Plan.nothing(Optional.empty()));
            });
            if (upserted.isPresent()) {
                return upserted.get();
            }
        }
        throw Refusal.of(Refusal.Code.CONFLICT, "id: every id made from this title is taken; give one.");
    }

    private boolean repeats(MemoryCell stored, CellDraft draft) {
        return Privacy.mayKnow(stored, draft.subject())
                && stored.statusAt(clock.instant()) == Status.ACTIVE
                && Authoring.repeats(stored, draft);
    }

    /** Merged even when nothing is added: the caller has to know that its words went into a cell that is there already. */
    private Plan<Upserted> merge(StoredCell stored, Restatement restatement) {
        MemoryCell cell = restatement.mergedInto(stored.cell(), clock.instant());
        if (!cell.equals(stored.cell())) {
            return Plan.replace(stored, cell, new Upserted(Outcome.MERGED, cell));
        }
        boolean repeated = Authoring.repeats(cell, restatement.draft());
        return Plan.nothing(new Upserted(repeated ? Outcome.UNCHANGED : Outcome.MERGED, cell));
    }

    private Plan<Upserted> creation(String id, CellDraft draft, Author author) {
        MemoryCell cell = Authoring.created(id, draft, author, clock.instant());
        return Plan.create(cell, new Upserted(Outcome.CREATED, cell));
    }

    private Plan<Upserted> update(StoredCell stored, CellDraft draft, Author author) {
        MemoryCell cell = Authoring.updated(stored.cell(), draft, author, clock.instant());
        return cell.equals(stored.cell())
                ? Plan.nothing(new Upserted(Outcome.UNCHANGED, cell))
                : Plan.replace(stored, cell, new Upserted(Outcome.UPDATED, cell));
    }
}
