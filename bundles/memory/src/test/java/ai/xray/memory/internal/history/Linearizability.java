package ai.xray.memory.internal.history;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells whether what happened at the same time could have happened one after the other: whether each call can be given one
 * moment between its beginning and its end so that a {@link Model} which does the calls in that order gives the same answers.
 *
 * <p>It is the search of J. M. Wing and C. Gong, <i>Testing and Verifying Concurrent Objects</i>, Journal of Parallel and
 * Distributed Computing 17 (1993), which tries as the next call each one that began before the first of the others ended, and
 * the memory of G. Lowe, <i>Testing for Linearizability</i>, Concurrency and Computation: Practice and Experience 29 (2017),
 * which does not look twice at the same calls done with the same state left. The problem stays exponential, so a history is
 * checked object by object, which is enough (M. Herlihy and J. M. Wing, <i>Linearizability: A Correctness Condition for
 * Concurrent Objects</i>, ACM TOPLAS 12 (1990), theorem 1), and the search is given up after a number of steps.
 */
final class Linearizability<S, I, O> {
    private final Model<S, I, O> model;
    private final List<Operation<I, O>> history;
    private final int mostSteps;
    private final Set<Point<S>> seen = new HashSet<>();
    private BitSet furthest = new BitSet();
    private int steps;

    private Linearizability(Model<S, I, O> model, List<Operation<I, O>> history, int mostSteps) {
        this.model = model;
        this.history = history.stream()
                .sorted(Comparator.comparingLong(Operation::called))
                .toList();
        this.mostSteps = mostSteps;
    }

    /** Which calls were given their moment, and what they left behind. */
    private record Point<S>(BitSet done, S state) {}

    /**
     * Why {@code history} is not linearizable, with the calls that cannot be placed; empty when it is.
     *
     * @param history of one object
     * @throws IllegalStateException when that is not clear after {@code mostSteps} steps
     */
    static <S, I, O> Optional<String> violation(
            Model<S, I, O> model, Collection<Operation<I, O>> history, int mostSteps) {
        Linearizability<S, I, O> search = new Linearizability<>(model, List.copyOf(history), mostSteps);
        return search.canFinish(new BitSet(), model.start()) ? Optional.empty() : Optional.of(search.told());
    }

    private boolean canFinish(BitSet done, S state) {
        if (done.cardinality() == history.size()) {
            return true;
        }
        if (!seen.add(new Point<>(done, state))) {
            return false;
        }
        if (++steps > mostSteps) {
            throw new IllegalStateException("given up after %d steps over %d calls: make histories shorter"
                    .formatted(mostSteps, history.size()));
        }
        if (done.cardinality() > furthest.cardinality()) {
            furthest = done;
        }
        for (int next : candidates(done)) {
            Operation<I, O> operation = history.get(next);
            BitSet more = (BitSet) done.clone();
            more.set(next);
            for (S left : model.after(state, operation.request(), operation.answer())) {
                if (canFinish(more, left)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Those of the calls not done that began before any other of them had ended. */
    private List<Integer> candidates(BitSet done) {
        long firstEnd = Long.MAX_VALUE;
        List<Integer> begun = new ArrayList<>();
        for (int i = done.nextClearBit(0); i < history.size(); i = done.nextClearBit(i + 1)) {
            if (history.get(i).called() > firstEnd) {
                return begun; // they are in the order of their beginnings
            }
            begun.add(i);
            firstEnd = Math.min(firstEnd, history.get(i).returned());
        }
        return begun;
    }

    private String told() {
        String placed = furthest.stream().mapToObj(i -> "  " + history.get(i)).collect(Collectors.joining("\n"));
        String left =
                candidates(furthest).stream().map(i -> "  " + history.get(i)).collect(Collectors.joining("\n"));
        return "no order of these %d calls explains their answers; at most these can be placed:%n%s%nthen none of these:%n%s"
                .formatted(history.size(), placed, left);
    }
}
