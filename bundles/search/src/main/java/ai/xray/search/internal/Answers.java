package ai.xray.search.internal;

import ai.xray.search.Ranked;
import ai.xray.search.SemanticIndex.Question;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A question that one generation answers from beginning to end, or none does. */
final class Answers<A> implements Question<A> {
    private final Optional<Generation<A>> generation;
    private final float[] vector;
    private final Optional<String> degraded;

    private Answers(Optional<Generation<A>> generation, float[] vector, Optional<String> degraded) {
        this.generation = generation;
        this.vector = vector;
        this.degraded = degraded;
    }

    static <A> Question<A> from(Generation<A> generation, float[] vector, Optional<String> degraded) {
        return new Answers<>(Optional.of(generation), vector, degraded);
    }

    /** Nothing can be ranked. */
    static <A> Question<A> none(Optional<String> why) {
        return new Answers<>(Optional.empty(), new float[0], why);
    }

    @Override
    public List<Ranked> nearest(Predicate<? super A> filter, int limit) {
        return generation.map(vectors -> vectors.nearest(vector, filter, limit)).orElse(List.of());
    }

    @Override
    public Map<String, Double> similarities(Collection<String> ids) {
        return generation.map(vectors -> vectors.similarities(vector, ids)).orElse(Map.of());
    }

    @Override
    public boolean answered() {
        return generation.isPresent();
    }

    @Override
    public Optional<String> degraded() {
        return degraded;
    }
}
