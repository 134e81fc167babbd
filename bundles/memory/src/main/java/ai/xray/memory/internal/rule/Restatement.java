package ai.xray.memory.internal.rule;

import ai.xray.json.Json;
import ai.xray.memory.Author;
import ai.xray.memory.CellDraft;
import ai.xray.memory.Confidence;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Status;
import ai.xray.memory.internal.merge.Circle;
import ai.xray.memory.internal.merge.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A draft that may restate a cell there is.
 *
 * @param wish the cell the draft would create
 * @param print of {@code wish}
 */
public record Restatement(CellDraft draft, MemoryCell wish, Fingerprint print, Author author) {
    /** Of a {@linkplain DraftRules#checked checked} draft that would create {@code wish}. */
    public static Restatement of(CellDraft draft, MemoryCell wish, Author author) {
        return new Restatement(draft, wish, Fingerprint.of(wish), author);
    }

    /** The cells among which it is looked for one to land on. */
    public Circle circle() {
        return Circle.of(wish);
    }

    /** Whether it might land on {@code cell} as far as that can be told without the cell's text. */
    public boolean mayLandOn(MemoryCell cell, Instant now) {
        return cell.kind().merges()
                && Circle.of(cell).equals(circle())
                && cell.statusAt(now) == Status.ACTIVE
                && (author.origin() != Origin.DERIVED || cell.origin() != Origin.HUMAN);
    }

    /**
     * Whether it lands on {@code cell} rather than beside it. A text that somebody else vouches for is not replaced by a
     * longer one: its origin would then be told of words that are not its own.
     */
    public boolean landsOn(MemoryCell cell, Instant now) {
        boolean textIsOurs = cell.origin() == Origin.DERIVED || cell.origin() == author.origin();
        return mayLandOn(cell, now) && (textIsOurs || !saysMoreThan(cell)) && print.restates(Fingerprint.of(cell));
    }

    /** {@code cell} with what the draft adds to it; equal to {@code cell} when that is nothing. */
    public MemoryCell mergedInto(MemoryCell cell, Instant now) {
        MemoryCell.Builder merged = textOf(cell)
                .with()
                .tags(union(cell.tags(), wish.tags(), DraftRules.MAX_TAGS))
                .links(union(cell.links(), wish.links(), DraftRules.MAX_REFERENCES))
                .evidenceRefs(union(cell.evidenceRefs(), wish.evidenceRefs(), DraftRules.MAX_REFERENCES))
                .data(dataOf(cell))
                .confidence(confidenceOf(cell))
                .origin(Provenance.restated(author, cell));
        if (cell.source().isEmpty()) {
            wish.source().ifPresent(merged::source);
        }
        if (cell.kind().renews()) {
            wish.staleAfter()
                    .filter(renewed -> cell.staleAfter().map(renewed::isAfter).orElse(false)) // none never ends
                    .ifPresent(merged::staleAfter);
        }
        MemoryCell whole = merged.build();
        return whole.equals(cell)
                ? cell
                : whole.with().updatedAt(Authoring.touched(cell, now)).build();
    }

    private boolean saysMoreThan(MemoryCell cell) {
        return wish.content().length() > cell.content().length();
    }

    /**
     * With the longer content. The cell's title stays, unless the cell would then be less like what was written than it was:
     * the title may have held what made the two alike, a number for one, and the same draft written again would go elsewhere.
     */
    private MemoryCell textOf(MemoryCell cell) {
        if (!saysMoreThan(cell)) {
            return cell;
        }
        MemoryCell longer = cell.with().content(wish.content()).build();
        boolean asLike = print.likeness(Fingerprint.of(longer)) >= print.likeness(Fingerprint.of(cell));
        return asLike ? longer : longer.with().title(wish.title()).build();
    }

    /** A confidence that was left out is no statement, so it raises nothing. */
    private Confidence confidenceOf(MemoryCell cell) {
        return draft.confidence()
                .filter(given -> given.compareTo(cell.confidence()) > 0)
                .orElse(cell.confidence());
    }

    /** The cell's data and what the draft has under other names, as far as both have room. */
    private Map<String, Object> dataOf(MemoryCell cell) {
        Map<String, Object> both = new LinkedHashMap<>(cell.data());
        wish.data().forEach(both::putIfAbsent);
        boolean fits = both.size() == cell.data().size()
                || Json.write(both).getBytes(StandardCharsets.UTF_8).length <= JsonData.MAX_BYTES;
        return fits ? both : cell.data();
    }

    /** Those of the cell first, so that the bound never drops what was there; a cell that has more already keeps them. */
    private static List<String> union(List<String> stored, Collection<String> given, int most) {
        Set<String> union = new LinkedHashSet<>(stored);
        given.stream()
                .filter(item -> !union.contains(item))
                .limit(Math.max(0, most - union.size()))
                .toList()
                .forEach(union::add);
        return stored.size() == union.size() ? stored : List.copyOf(union);
    }
}
