package ai.xray.bench.method;

import java.util.List;

/** The same inputs over and over, for one thread. */
final class Cycle<T> {
    private final List<T> items;
    private int next;

    private Cycle(List<T> items) {
        this.items = List.copyOf(items);
    }

    static <T> Cycle<T> of(List<T> items) {
        return new Cycle<>(items);
    }

    T next() {
        next = next + 1 == items.size() ? 0 : next + 1;
        return items.get(next);
    }
}
