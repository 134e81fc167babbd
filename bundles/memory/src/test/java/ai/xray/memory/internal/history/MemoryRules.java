package ai.xray.memory.internal.history;

import ai.xray.memory.Refusal.Code;
import ai.xray.memory.Status;
import ai.xray.memory.Upserted.Outcome;
import ai.xray.memory.internal.history.Answer.Cells;
import ai.xray.memory.internal.history.Answer.Deleted;
import ai.xray.memory.internal.history.Answer.Failed;
import ai.xray.memory.internal.history.Answer.Refused;
import ai.xray.memory.internal.history.Answer.Written;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rules of memory for one caller at a time, written down a second time: the cells of one subject, by id.
 *
 * <p>Cells of different subjects have nothing to do with each other, so that each subject is an object of its own: ids that
 * supersede one another, or the cells among which a text looks for one that it restates.
 *
 * @param themes by content
 * @param replicas whether a delete may find that another memory over the same store was faster, which counts as done
 */
record MemoryRules(Map<String, Integer> themes, boolean replicas)
        implements Model<Map<String, Facts>, Request, Answer> {
    /** An answer and what is left when it is given. */
    private record Way(Answer answer, Map<String, Facts> left) {}

    @Override
    public Map<String, Facts> start() {
        return Map.of();
    }

    @Override
    public Collection<Map<String, Facts>> after(Map<String, Facts> state, Request request, Answer answer) {
        Set<Map<String, Facts>> left = new LinkedHashSet<>();
        if (answer instanceof Failed || answer.equals(new Refused(Code.UNAVAILABLE))) {
            left.add(state);
        }
        for (Way way : ways(state, request)) {
            if (answer instanceof Failed || way.answer().equals(answer)) {
                left.add(way.left());
            }
        }
        return left;
    }

    private List<Way> ways(Map<String, Facts> state, Request request) {
        return switch (request) {
            case Request.Upsert upsert -> List.of(upsert(state, upsert));
            case Request.Tell tell -> tell(state, tell);
            case Request.Get get -> List.of(get(state, get.id()));
            case Request.Fetch fetch -> List.of(new Way(new Cells(only(state, fetch.ids())), state));
            case Request.Delete delete -> delete(state, delete.id());
            case Request.Expire expire -> List.of(expire(state, expire.id()));
            case Request.Supersede supersede -> List.of(supersede(state, supersede));
            case Request.ListAll() -> List.of(new Way(new Cells(state), state));
            case Request.SearchAll() -> List.of(new Way(new Cells(active(state)), state));
        };
    }

    private static Way get(Map<String, Facts> state, String id) {
        return state.containsKey(id)
                ? new Way(Cells.one(id, state.get(id)), state)
                : new Way(new Refused(Code.NOT_FOUND), state);
    }

    private static Way upsert(Map<String, Facts> state, Request.Upsert request) {
        Facts before = state.get(request.id());
        if (before == null && request.content().isEmpty()) {
            return new Way(new Refused(Code.INVALID_ARGUMENT), state);
        }
        Facts base = before == null ? new Facts("", List.of(), Status.ACTIVE, List.of()) : before;
        Facts after = base.withContent(request.content().orElse(base.content()))
                .withTags(request.tags().orElse(base.tags()));
        Outcome outcome = before == null ? Outcome.CREATED : after.equals(before) ? Outcome.UNCHANGED : Outcome.UPDATED;
        return new Way(new Written(outcome, request.id(), after), with(state, request.id(), after));
    }

    /** On any active cell of the same theme; where there is none, a new one under the first id that is free. */
    private List<Way> tell(Map<String, Facts> state, Request.Tell request) {
        List<Way> ways = new ArrayList<>();
        active(state).forEach((id, facts) -> {
            if (themes.get(facts.content()) == request.theme()) {
                ways.addAll(merge(state, id, facts, request));
            }
        });
        if (!ways.isEmpty()) {
            return ways;
        }
        Facts created = new Facts(request.content(), request.tags(), Status.ACTIVE, List.of());
        String id = freeId(state, request);
        return List.of(new Way(new Written(Outcome.CREATED, id, created), with(state, id, created)));
    }

    private static List<Way> merge(Map<String, Facts> state, String id, Facts facts, Request.Tell request) {
        boolean longer = request.content().length() > facts.content().length();
        Set<String> tags = new LinkedHashSet<>(facts.tags());
        tags.addAll(request.tags());
        Facts merged =
                facts.withContent(longer ? request.content() : facts.content()).withTags(List.copyOf(tags));
        Way way = new Way(new Written(Outcome.MERGED, id, merged), with(state, id, merged));
        return merged.equals(facts)
                ? List.of(
                        way, new Way(new Written(Outcome.UNCHANGED, id, merged), state)) // the title may be new or not
                : List.of(way);
    }

    private static String freeId(Map<String, Facts> state, Request.Tell request) {
        return Scripts.ids(request).stream()
                .filter(id -> !state.containsKey(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a title was used more than twice"));
    }

    private List<Way> delete(Map<String, Facts> state, String id) {
        if (state.containsKey(id)) {
            return List.of(new Way(new Deleted(), with(state, id, null)));
        }
        Way notThere = new Way(new Refused(Code.NOT_FOUND), state);
        return replicas ? List.of(notThere, new Way(new Deleted(), state)) : List.of(notThere);
    }

    private static Way expire(Map<String, Facts> state, String id) {
        Facts before = state.get(id);
        if (before == null) {
            return new Way(new Refused(Code.NOT_FOUND), state);
        }
        Facts after = before.status() == Status.ACTIVE ? before.withStatus(Status.STALE) : before;
        return new Way(Cells.one(id, after), with(state, id, after));
    }

    private static Way supersede(Map<String, Facts> state, Request.Supersede request) {
        Facts old = state.get(request.old());
        if (old == null) {
            return new Way(new Refused(Code.NOT_FOUND), state);
        }
        Facts taken = state.get(request.id());
        if (taken != null) {
            boolean repeated = old.status() == Status.SUPERSEDED
                    && taken.supersedes().contains(request.old())
                    && taken.content().equals(request.content());
            return new Way(repeated ? Cells.one(request.id(), taken) : new Refused(Code.INVALID_ARGUMENT), state);
        }
        if (old.status() == Status.SUPERSEDED) {
            return new Way(new Refused(Code.CONFLICT), state);
        }
        Facts created = new Facts(request.content(), List.of(), Status.ACTIVE, List.of(request.old()));
        Map<String, Facts> both = with(state, request.old(), old.withStatus(Status.SUPERSEDED));
        return new Way(Cells.one(request.id(), created), with(both, request.id(), created));
    }

    private static Map<String, Facts> active(Map<String, Facts> state) {
        Map<String, Facts> active = new TreeMap<>(state);
        active.values().removeIf(facts -> facts.status() != Status.ACTIVE);
        return active;
    }

    private static Map<String, Facts> only(Map<String, Facts> state, List<String> ids) {
        Map<String, Facts> found = new HashMap<>(state);
        found.keySet().retainAll(ids);
        return found;
    }

    private static Map<String, Facts> with(Map<String, Facts> state, String id, Facts facts) {
        Map<String, Facts> changed = new HashMap<>(state);
        Optional.ofNullable(facts).ifPresentOrElse(there -> changed.put(id, there), () -> changed.remove(id));
        return Map.copyOf(changed);
    }
}
