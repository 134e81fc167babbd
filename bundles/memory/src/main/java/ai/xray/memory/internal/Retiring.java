package ai.xray.memory.internal;

import ai.xray.memory.Author;
import ai.xray.memory.CellDraft;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.NotFound;
import ai.xray.memory.Privacy;
import ai.xray.memory.Refusal;
import ai.xray.memory.RefuteRequest;
import ai.xray.memory.Refuted;
import ai.xray.memory.Spelling;
import ai.xray.memory.Status;
import ai.xray.memory.StoredCell;
import ai.xray.memory.Superseded;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Plan;
import ai.xray.memory.internal.rule.Authoring;
import ai.xray.memory.internal.rule.CellIds;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Provenance;
import ai.xray.memory.internal.rule.Retirement;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Writes that say that a cell no longer holds. */
final class Retiring {
    private static final int MOST_ATTEMPTS = 64;

    private final Cells cells;
    private final InstantSource clock;

    Retiring(Cells cells, InstantSource clock) {
        this.cells = cells;
        this.clock = clock;
    }

    MemoryCell expire(String id, Optional<String> reason, Optional<String> subject, Author author) throws IOException {
        DraftRules.id(id);
        reason.ifPresent(text -> DraftRules.reason("reason", text));
        subject.ifPresent(DraftRules::subject);
        return cells.write(List.of(id), current -> {
            StoredCell stored = retirable("id", id, current, subject, author, "expire");
            MemoryCell expired = Retirement.expired(stored.cell(), reason, author, clock.instant());
            return expired.equals(stored.cell()) ? Plan.nothing(expired) : Plan.replace(stored, expired, expired);
        });
    }

    Superseded supersede(String oldId, CellDraft given, Author author) throws IOException {
        DraftRules.id("old_id", oldId);
        CellDraft checked = DraftRules.checked(given);
        Optional<String> subject = checked.subject();
        StoredCell old = retirable("old_id", oldId, cells.get(List.of(oldId)), subject, author, "supersede");
        CellDraft draft = completed(checked, old.cell());
        Authoring.created(
                "", draft, author, clock.instant()); // refuses what cannot become a cell before an id is sought
        List<String> ids = draft.id().map(List::of).orElseGet(() -> CellIds.candidates(draft));
        for (String id : ids) {
            if (!id.equals(oldId)) {
                Optional<Superseded> done = cells.write(List.of(oldId, id), current -> {
                    StoredCell stored = retirable("old_id", oldId, current, subject, author, "supersede");
                    if (!completed(checked, stored.cell()).equals(draft)) { // else it could turn out public by a hair
                        throw conflict(
                                "old_id: the cell '%s' has just been changed by another writer; call again.", oldId);
                    }
                    return replacement(stored, id, current, draft, author);
                });
                if (done.isPresent()) {
                    return new Superseded(Reading.shown(done.get().cell(), clock.instant()), oldId);
                }
            }
        }
        throw Refusal.invalid(
                "id",
                "id: '%s' cannot be used by this call; choose another, or leave it out to get one."
                        .formatted(Spelling.excerpt(ids.getFirst())));
    }

    /** The plan that puts a new cell in the old one's place; without an outcome when {@code id} is taken. */
    private Plan<Optional<Superseded>> replacement(
            StoredCell old, String id, Map<String, StoredCell> current, CellDraft draft, Author author) {
        String oldId = old.cell().id();
        StoredCell taken = current.get(id);
        if (taken != null) {
            boolean repeated = old.cell().status() == Status.SUPERSEDED
                    && taken.cell().supersedes().contains(oldId)
                    && Privacy.mayKnow(taken.cell(), draft.subject())
                    && Authoring.repeats(taken.cell(), draft);
            return Plan.nothing(
                    repeated ? Optional.of(new Superseded(taken.cell(), oldId)) : Optional.<Superseded>empty());
        }
        if (old.cell().status() == Status.SUPERSEDED) {
            throw conflict(
                    "old_id: the cell '%s' is superseded already; supersede the cell that took its place.", oldId);
        }
        Instant now = clock.instant();
        MemoryCell cell = Authoring.created(id, draft, author, now)
                .with()
                .supersedes(List.of(oldId))
                .build();
        return new Plan<>(
                List.of(
                        new MemoryWrite.Put(cell, MemoryWrite.ABSENT),
                        new MemoryWrite.Put(Retirement.superseded(old.cell(), now), old.revision())),
                Optional.of(new Superseded(cell, oldId)));
    }

    private static CellDraft completed(CellDraft draft, MemoryCell old) {
        return new CellDraft(
                draft.id(),
                draft.kind().or(() -> Optional.of(old.kind())),
                draft.scope().or(() -> Optional.of(old.scope())),
                draft.subject().or(old::subject),
                draft.title(),
                draft.content(),
                draft.confidence(),
                draft.tags(),
                draft.links(),
                draft.evidenceRefs(),
                draft.source(),
                draft.staleAfter(),
                draft.data());
    }

    Refuted refute(RefuteRequest request, Author author) throws IOException {
        DraftRules.id(request.id());
        DraftRules.reason("reason", request.reason());
        request.evidence().ifPresent(text -> DraftRules.reason("evidence", text));
        request.subject().ifPresent(DraftRules::subject);
        cells.settle();
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Set<String> ids = new TreeSet<>(citing(request));
            ids.add(request.id());
            Optional<Refuted> refuted = cells.write(ids, current -> refutation(request, author, ids, current));
            if (refuted.isPresent()) {
                return refuted.get();
            }
        }
        throw Refusal.of(Refusal.Code.UNAVAILABLE, "Other writers keep citing the cell; try again in a moment.");
    }

    /** The plan of the whole cascade; without an outcome when a cell outside of {@code ids} has come to cite the refuted. */
    private Plan<Optional<Refuted>> refutation(
            RefuteRequest request, Author author, Set<String> ids, Map<String, StoredCell> current) {
        String id = request.id();
        StoredCell target = retirable("id", id, current, request.subject(), author, "refute");
        List<String> citing = citing(request);
        if (!ids.containsAll(citing)) {
            return Plan.nothing(Optional.empty());
        }
        Instant now = clock.instant();
        List<MemoryWrite> writes = new ArrayList<>();
        MemoryCell refuted = Retirement.refuted(target.cell(), request.reason(), request.evidence(), author, now);
        if (!refuted.equals(target.cell())) {
            writes.add(new MemoryWrite.Put(refuted, target.revision()));
        }
        List<String> retired = new ArrayList<>();
        List<Refuted.Kept> kept = new ArrayList<>();
        for (String citingId : citing) {
            StoredCell stored = current.get(citingId);
            if (stored != null && cites(stored.cell(), id) && Privacy.mayKnow(stored.cell(), request.subject())) {
                Optional<String> spared = Retirement.spared(stored.cell(), now);
                if (spared.isPresent()) {
                    kept.add(new Refuted.Kept(citingId, spared.get()));
                } else {
                    retired.add(citingId);
                    writes.add(
                            new MemoryWrite.Put(Retirement.retired(stored.cell(), id, author, now), stored.revision()));
                }
            }
        }
        return new Plan<>(request.preview() ? List.of() : writes, Optional.of(new Refuted(id, retired, kept)));
    }

    /** The cells that cite the refuted one, as far as the caller may know them: the others are left alone. */
    private List<String> citing(RefuteRequest request) {
        return cells.corpus().citing(request.id(), cell -> Privacy.mayKnow(cell, request.subject())).stream()
                .map(Head::id)
                .filter(id -> !id.equals(request.id()))
                .toList();
    }

    private static boolean cites(MemoryCell cell, String id) {
        return cell.links().contains(id) || cell.evidenceRefs().contains(id);
    }

    /** The cell that a call named, once it is clear that the caller may retire it. */
    private static StoredCell retirable(
            String field,
            String id,
            Map<String, StoredCell> current,
            Optional<String> subject,
            Author author,
            String action) {
        StoredCell stored = current.get(id);
        if (stored == null || !Privacy.mayKnow(stored.cell(), subject)) {
            throw new NotFound(field, id);
        }
        Provenance.check(author, stored.cell(), action);
        Authoring.checkWritable(stored.cell());
        return stored;
    }

    private static Refusal conflict(String message, String id) {
        return Refusal.of(Refusal.Code.CONFLICT, message.formatted(Spelling.excerpt(id)));
    }
}
