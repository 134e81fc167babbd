package ai.xray.ranker.hnsw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ScoredTest {
    @Property
    void keepsBothAndOrdersByScore(@ForAll float a, @ForAll float b, @ForAll @IntRange int slot) {
        assertThat(Scored.score(Scored.of(a, slot))).isEqualTo(a);
        assertThat(Scored.slot(Scored.of(a, slot))).isEqualTo(slot);
        assertThat(Long.signum(Long.compare(Scored.of(a, slot), Scored.of(b, slot))))
                .isEqualTo(Integer.signum(Float.compare(a, b)));
    }

    @Property
    void heapHandsOutTheLeastFirst(
            @ForAll @Size(max = 200) List<Long> numbers, @ForAll @IntRange(min = 1, max = 50) int room) {
        LongHeap all = new LongHeap(1);
        LongHeap greatest = new LongHeap(room);
        for (long number : numbers) {
            all.add(number);
            if (greatest.size() < room) {
                greatest.add(number);
            } else if (number > greatest.least()) {
                greatest.replaceLeast(number);
            }
        }

        long[] expected = numbers.stream()
                .sorted(Comparator.reverseOrder())
                .limit(room)
                .mapToLong(Long::longValue)
                .toArray();
        assertThat(greatest.greatestFirst()).containsExactly(expected);
        long[] handedOut = new long[numbers.size()];
        for (int i = 0; !all.isEmpty(); i++) {
            handedOut[i] = all.removeLeast();
        }
        long[] sorted = numbers.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        assertThat(handedOut).containsExactly(sorted);
    }
}
