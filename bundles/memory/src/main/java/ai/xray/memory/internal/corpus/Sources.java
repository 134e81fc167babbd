package ai.xray.memory.internal.corpus;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.Privacy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The cells that a search may find of each source, in the order they were written. Shared cells and those of each subject
 * have an order of their own, so that a caller's neighbours are looked for only among cells it may know of: however many
 * others stand between, they change nothing of what is found. Not thread-safe.
 */
final class Sources {
    private static final int REACH = 2;

    /** A few are passed over that the caller does not ask for, of another kind or expired; not more, to bound the time. */
    private static final int MOST_STEPS = 8;

    private static final String SHARED = "";
    private static final String OF_SUBJECT = "=";

    private final NavigableMap<Place, Head> order = new TreeMap<>();

    private record Place(String source, String owner, Instant createdAt, String id) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparing(Place::source)
                .thenComparing(Place::owner)
                .thenComparing(Place::createdAt)
                .thenComparing(Place::id);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }

        boolean isIn(Place other) {
            return source.equals(other.source) && owner.equals(other.owner);
        }
    }

    void put(Head head) {
        if (Shelves.holds(head.bare())) {
            place(head).ifPresent(place -> order.put(place, head));
        }
    }

    void remove(Head head) {
        place(head).ifPresent(order::remove);
    }

    /** Up to {@value #REACH} cells before {@code head} in its source and as many after it, of those in {@code view}. */
    List<Neighbour> around(Head head, View view) {
        if (head.bare().source().isEmpty()) {
            return List.of();
        }
        List<Neighbour> around = new ArrayList<>(2 * REACH);
        around.addAll(nearest(head, view, Direction.EARLIER));
        around.addAll(nearest(head, view, Direction.LATER));
        return around;
    }

    private enum Direction {
        EARLIER,
        LATER;

        Map.Entry<Place, Head> next(NavigableMap<Place, Head> order, Place from) {
            return this == EARLIER ? order.lowerEntry(from) : order.higherEntry(from);
        }

        /** Puts what is nearer first, whosever order it is in. */
        Comparator<Head> nearness() {
            Comparator<Head> later = Comparator.comparing(head -> at(head.bare(), SHARED));
            return this == EARLIER ? later.reversed() : later;
        }
    }

    private List<Neighbour> nearest(Head head, View view, Direction direction) {
        List<Head> nearest = Stream.concat(Stream.of(SHARED), view.subject().map(Sources::ofSubject).stream())
                .flatMap(owner -> walk(at(head.bare(), owner), view, direction).stream())
                .sorted(direction.nearness())
                .limit(REACH)
                .toList();
        List<Neighbour> neighbours = new ArrayList<>(REACH);
        for (Head each : nearest) {
            neighbours.add(new Neighbour(each.id(), neighbours.size() + 1));
        }
        return neighbours;
    }

    private List<Head> walk(Place from, View view, Direction direction) {
        List<Head> found = new ArrayList<>(REACH);
        Map.Entry<Place, Head> next = direction.next(order, from);
        for (int step = 0; step < MOST_STEPS && next != null && next.getKey().isIn(from); step++) {
            if (view.test(next.getValue().bare())) {
                found.add(next.getValue());
                if (found.size() == REACH) {
                    break;
                }
            }
            next = direction.next(order, next.getKey());
        }
        return found;
    }

    /** Empty for a cell of no source, and for one that nobody may know of. */
    private static Optional<Place> place(Head head) {
        MemoryCell cell = head.bare();
        Optional<String> owner = Privacy.isPrivate(cell.scope(), cell.kind())
                ? cell.subject().map(Sources::ofSubject)
                : Optional.of(SHARED);
        return cell.source().isEmpty() ? Optional.empty() : owner.map(of -> at(cell, of));
    }

    private static Place at(MemoryCell cell, String owner) {
        return new Place(cell.source().orElseThrow(), owner, cell.createdAt(), cell.id());
    }

    private static String ofSubject(String subject) {
        return OF_SUBJECT + subject;
    }
}
