package ai.xray.search.internal;

import java.util.Comparator;
import java.util.Map;

/**
 * Which of several services of one type is asked, as OSGi orders them: the highest ranking, then the oldest.
 *
 * @param ranking the property {@code service.ranking}
 * @param id the property {@code service.id}
 */
record Standing(int ranking, long id) implements Comparable<Standing> {
    private static final Comparator<Standing> BEST_FIRST =
            Comparator.comparingInt(Standing::ranking).reversed().thenComparingLong(Standing::id);

    /** The standing that a service's properties tell. */
    static Standing of(Map<String, Object> properties) {
        int ranking = properties.get("service.ranking") instanceof Integer given ? given : 0;
        long id = properties.get("service.id") instanceof Long given ? given : 0;
        return new Standing(ranking, id);
    }

    @Override
    public int compareTo(Standing other) {
        return BEST_FIRST.compare(this, other);
    }
}
