package ai.xray.ranker.hnsw;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * What has the same direction is one point of the graph: many links among equals would leave none to the rest.
 *
 * @param items by id; never empty
 */
record Point<A>(Direction direction, List<Item<A>> items) {
    /** A vector's owner. */
    record Item<A>(String id, A attributes) {
        private static final Comparator<Item<?>> BY_ID = Comparator.comparing(Item::id);
    }

    /** This point with the item, in place of one with the same id. */
    Point<A> with(Item<A> item) {
        List<Item<A>> more = new ArrayList<>(items.size() + 1);
        more.addAll(items);
        int at = place(item.id());
        if (at >= 0) {
            more.set(at, item);
        } else {
            more.add(-at - 1, item);
        }
        return new Point<>(direction, List.copyOf(more));
    }

    /** This point without the item of this id, or null when no other is left. */
    Point<A> without(String id) {
        if (items.size() == 1) {
            return null;
        }
        List<Item<A>> fewer = new ArrayList<>(items);
        fewer.remove(place(id));
        return new Point<>(direction, List.copyOf(fewer));
    }

    private int place(String id) {
        return Collections.binarySearch(items, new Item<>(id, null), Item.BY_ID);
    }

    boolean isKept(Predicate<? super A> filter) {
        for (Item<A> item : items) {
            if (filter.test(item.attributes())) {
                return true;
            }
        }
        return false;
    }

    /** Offers the items that {@code filter} keeps; whether it keeps any. */
    boolean offer(Best best, float score, Predicate<? super A> filter) {
        boolean isKept = false;
        for (Item<A> item : items) {
            if (filter.test(item.attributes())) {
                isKept = true;
                if (!best.offer(item.id(), score)) {
                    break; // nor is one with a later id
                }
            }
        }
        return isKept;
    }
}
