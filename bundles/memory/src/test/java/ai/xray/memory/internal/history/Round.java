package ai.xray.memory.internal.history;

import ai.xray.memory.AgentMemory;
import ai.xray.memory.Author;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.Origin;
import ai.xray.memory.internal.MemoryService;
import ai.xray.memory.internal.QuietMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One history: eight callers at once over a new memory, and then one who looks at what they left. Two of the subjects are of
 * few ids, two of few texts; each is an object of its own.
 */
final class Round {
    private static final int CALLERS = 8;
    private static final int CALLS_EACH = 12;
    private static final int LAST = CALLERS;
    private static final int MOST_STEPS = 1_000_000;
    private static final Map<String, List<String>> IDS =
            Map.of("ids-a", List.of("a1", "a2", "a3"), "ids-b", List.of("b1", "b2", "b3"));
    private static final List<String> SUBJECTS = List.of("ids-a", "ids-b", "texts-c", "texts-d");

    private final long seed;
    private final List<MemoryService> memories;
    private final Runnable calmDown;
    private final AtomicLong moments = new AtomicLong();
    private final Map<String, Queue<Operation<Request, Answer>>> histories = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> told = new ConcurrentHashMap<>();

    private Round(long seed, List<MemoryService> memories, Runnable calmDown) {
        this.seed = seed;
        this.memories = memories;
        this.calmDown = calmDown;
        SUBJECTS.forEach(subject -> {
            histories.put(subject, new ConcurrentLinkedQueue<>());
            told.put(subject, ConcurrentHashMap.newKeySet());
        });
    }

    /** What was wrong in a history of one memory over {@code store}, made unsteady; empty when nothing was. */
    static Optional<String> ofOne(long seed, MemoryStore store) throws Exception {
        return over(seed, store, 1);
    }

    /** What was wrong in a history of two memories over {@code store} that do not hear of each other's writes. */
    static Optional<String> ofTwo(long seed, MemoryStore store) throws Exception {
        return over(seed, store, 2);
    }

    private static Optional<String> over(long seed, MemoryStore store, int replicas) throws Exception {
        UnsteadyStore unsteady = new UnsteadyStore(store, new Random(seed));
        List<MemoryService> memories = new ArrayList<>();
        try {
            for (int i = 0; i < replicas; i++) {
                memories.add(QuietMemory.over(unsteady));
            }
            Round round = new Round(seed, memories, unsteady::calmDown);
            round.play();
            return round.violation();
        } finally {
            for (MemoryService memory : memories) {
                memory.close();
            }
        }
    }

    private void play() throws InterruptedException, ExecutionException {
        List<Callable<Void>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            callers.add(() -> {
                call(caller);
                return null;
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> done : threads.invokeAll(callers, 60, TimeUnit.SECONDS)) {
                done.get();
            }
        }
        calmDown.run();
        for (String subject : subjects()) {
            if (memories.size() == 1) {
                ask(LAST, subject, new Request.SearchAll());
                ask(LAST, subject, new Request.ListAll());
            }
            ask(LAST, subject, new Request.Fetch(ids(subject)));
        }
    }

    private void call(int caller) throws IOException {
        Random random = new Random(seed * 31 + caller);
        Scripts scripts = new Scripts(random, "caller" + (char) ('a' + caller));
        List<String> subjects = subjects();
        for (int i = 0; i < CALLS_EACH; i++) {
            String subject = subjects.get(random.nextInt(subjects.size()));
            Request request =
                    IDS.containsKey(subject) ? scripts.ofIds(IDS.get(subject)) : scripts.ofTexts(subject, ids(subject));
            Answer answer = ask(caller, subject, request);
            if (request instanceof Request.Tell && answer instanceof Answer.Failed) {
                ask(caller, subject, request); // once more, as whoever does not know whether it was heard
            }
        }
    }

    /** Two memories that do not hear of each other list, find and look for restatements each among its own cells alone. */
    private List<String> subjects() {
        return memories.size() == 1 ? SUBJECTS : List.copyOf(IDS.keySet());
    }

    private List<String> ids(String subject) {
        return IDS.getOrDefault(subject, told.get(subject).stream().sorted().toList());
    }

    private Answer ask(int caller, String subject, Request request) {
        AgentMemory memory = memories.get(caller % memories.size()).as(new Author(Origin.DERIVED, "caller " + caller));
        long called = moments.incrementAndGet();
        Answer answer = new Asking(memory, subject).ask(request);
        long returned = moments.incrementAndGet();
        histories.get(subject).add(new Operation<>(caller, request, answer, called, returned));
        if (answer instanceof Answer.Written written) {
            told.get(subject).add(written.id());
        }
        return answer;
    }

    private Optional<String> violation() {
        MemoryRules rules = new MemoryRules(Scripts.themes(), memories.size() > 1);
        for (String subject : subjects()) {
            Optional<String> wrong = Linearizability.violation(rules, histories.get(subject), MOST_STEPS);
            if (wrong.isPresent()) {
                return wrong.map(told -> "seed %d, subject %s: %s".formatted(seed, subject, told));
            }
        }
        return Optional.empty();
    }
}
