package ai.xray.ranker.hnsw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BreadthTest {
    private static final int DIMENSIONS = 16;

    private final Samples samples = Samples.uniform(7, DIMENSIONS);
    private final Kernel kernel = new SimdKernel();
    private final Points<Integer> points = new Points<>(kernel);
    private final Graph graph = new Graph(new HnswParameters(4, 8, 8), points.vectors(), kernel, points::isAlive);

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            graph.add(points.put(Direction.of(samples.next(), DIMENSIONS), new Point.Item<>("n" + points.size(), i)));
        }
    }

    private float[] question() {
        return Direction.of(samples.next(), DIMENSIONS).components();
    }

    private int measure(Breadth breadth) {
        int steps = 0;
        while (breadth.isDue(points.size())) {
            breadth.measureNext(points, graph);
            steps++;
        }
        return steps;
    }

    @Test
    void widthThatIsSetIsKept() {
        Breadth breadth = new Breadth(17);
        for (int i = 0; i < 1000; i++) {
            assertThat(breadth.ask(question())).isFalse();
        }
        assertThat(breadth.isDue(1_000_000)).isFalse();
        assertThat(breadth.width()).isEqualTo(17);
    }

    @Test
    void itIsMeasuredOnceThereAreVectorsAndAgainWhenTheseAreHalfAsManyMore() {
        Breadth breadth = new Breadth(HnswParameters.MEASURED);
        assertThat(breadth.width()).isEqualTo(64);
        add(300);
        assertThat(measure(breadth)).isPositive();
        add(140);
        assertThat(measure(breadth)).isZero();
        add(20);
        assertThat(measure(breadth)).isPositive();
    }

    @Test
    void itIsMeasuredAgainWheneverQuestionsHaveDoubled() {
        add(300);
        Breadth breadth = new Breadth(HnswParameters.MEASURED);
        measure(breadth);
        List<Integer> due = new ArrayList<>();
        for (int number = 1; number <= 600; number++) {
            if (breadth.ask(question())) {
                due.add(number);
                measure(breadth);
            }
        }
        assertThat(due).containsExactly(32, 64, 128, 256, 512);
    }

    @Test
    void itIsTheLeastThatFindsEnough() {
        add(4000);
        Breadth breadth = new Breadth(HnswParameters.MEASURED);
        for (int i = 0; i < 128; i++) {
            breadth.ask(question());
        }
        measure(breadth);
        assertThat(breadth.width()).isGreaterThan(64);
        assertThat(recall(breadth.width())).isGreaterThan(Breadth.ENOUGH - 0.015);
        assertThat(recall(64)).isLessThan(Breadth.ENOUGH);
    }

    private double recall(int width) {
        int found = 0;
        for (int i = 0; i < 200; i++) {
            float[] query = question();
            Best all = new Best(10);
            points.offerAll(query, _ -> true, all);
            Best best = new Best(10);
            graph.search(
                    query,
                    width,
                    Integer.MAX_VALUE,
                    (slot, vector, score) -> points.offer(slot, vector, score, _ -> true, best));
            found += (int)
                    best.bestFirst().stream().filter(all.bestFirst()::contains).count();
        }
        return found / 2000.0;
    }
}
