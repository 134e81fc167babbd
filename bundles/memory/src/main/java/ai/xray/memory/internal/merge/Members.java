package ai.xray.memory.internal.merge;

import ai.xray.memory.internal.merge.Shortlist.Entry;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The fingerprints of one circle. A small circle is compared one by one; only a large one has a {@link Shortlist}, whose
 * tables cost more than they spare as long as there is little in them. Not thread-safe, but reads may run beside each other.
 */
final class Members {
    /** So many comparisons take a few microseconds. */
    static final int MOST_WITHOUT_SHORTLIST = 64;

    private static final Comparator<Match> BEST_FIRST =
            Comparator.comparingDouble(Match::likeness).reversed().thenComparing(Match::id);

    private Entry[] entries = new Entry[4]; // null in a free slot
    private final Deque<Integer> free = new ArrayDeque<>();
    private int end;
    private int size;
    private Shortlist shortlist;

    private record Match(String id, double likeness) {}

    int size() {
        return size;
    }

    /** Takes in a cell and answers its slot. */
    int add(String id, Fingerprint print) {
        int slot = free.isEmpty() ? end++ : free.pop();
        if (slot == entries.length) {
            entries = Arrays.copyOf(entries, 2 * slot);
        }
        entries[slot] = new Entry(id, print);
        size++;
        if (shortlist != null) {
            shortlist.add(slot, print);
        } else if (size > MOST_WITHOUT_SHORTLIST) {
            shortlist = new Shortlist();
            IntStream.range(0, end)
                    .filter(taken -> entries[taken] != null)
                    .forEach(taken -> shortlist.add(taken, entries[taken].print()));
        }
        return slot;
    }

    void remove(int slot) {
        Entry entry = entries[slot];
        if (shortlist != null) {
            shortlist.remove(slot, entry.print());
        }
        entries[slot] = null;
        free.push(slot);
        size--;
    }

    Fingerprint print(int slot) {
        return entries[slot].print();
    }

    /** The ids of those that restate {@code asked}, the likest first, equals by id. */
    List<String> restating(Fingerprint asked) {
        IntStream candidates = shortlist == null
                ? IntStream.range(0, end).filter(slot -> entries[slot] != null)
                : shortlist.candidates(asked, entries);
        return candidates
                .mapToObj(slot -> entries[slot])
                .map(entry -> new Match(entry.id(), entry.print().likeness(asked)))
                .filter(match -> match.likeness() > 0)
                .sorted(BEST_FIRST)
                .map(Match::id)
                .toList();
    }
}
