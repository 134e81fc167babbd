package ai.xray.memory.internal.corpus;

import ai.xray.event.MemoryEvent;
import ai.xray.event.MemoryEvent.Operation;
import ai.xray.event.MemoryListener;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Privacy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Tells those who listen. One that throws is told of the next event all the same. */
public final class Listeners {
    private static final Logger LOG = System.getLogger(Listeners.class.getName());

    private final List<MemoryListener> listeners = new CopyOnWriteArrayList<>();

    /** Names rather than classes: these would keep the class loader of a bundle that is long gone. */
    private final Set<String> faulty = ConcurrentHashMap.newKeySet();

    public void add(MemoryListener listener) {
        listeners.add(listener);
    }

    public void remove(MemoryListener listener) {
        listeners.remove(listener);
    }

    /** Hands the event to every listener, on this thread. */
    public void publish(MemoryEvent event) {
        for (MemoryListener listener : listeners) {
            try {
                listener.on(event);
            } catch (RuntimeException e) {
                String name = listener.getClass().getName();
                if (faulty.add(name)) {
                    LOG.log(Level.WARNING, "the listener " + name + " fails; further failures are not logged", e);
                }
            }
        }
    }

    /** Publishes what a change looks like to each audience: a cell that turns private is deleted for everyone else. */
    void publish(Corpus.Change change) {
        events(change).forEach(this::publish);
    }

    private static Stream<MemoryEvent> events(Corpus.Change change) {
        Optional<MemoryCell> before = change.before().map(Head::bare);
        Optional<MemoryCell> after = change.after().map(Head::bare);
        if (before.isPresent() && after.isPresent() && sameAudience(before.get(), after.get())) {
            return event(Operation.UPDATED, after.get());
        }
        return Stream.concat(
                before.stream().flatMap(cell -> event(Operation.DELETED, cell)),
                after.stream().flatMap(cell -> event(Operation.CREATED, cell)));
    }

    private static boolean sameAudience(MemoryCell before, MemoryCell after) {
        return isPrivate(before) == isPrivate(after)
                && (!isPrivate(before) || before.subject().equals(after.subject()));
    }

    /**
     * No event for a private cell without a subject: there is nobody who could present it. Nor for an episodic one: that
     * something was recalled is told as a hit.
     */
    private static Stream<MemoryEvent> event(Operation operation, MemoryCell cell) {
        if (cell.kind() == Kind.EPISODIC) {
            return Stream.empty();
        }
        if (!isPrivate(cell)) {
            return Stream.of(new MemoryEvent.Change(operation, cell.id(), cell.kind(), Optional.empty()));
        }
        return cell.subject().stream()
                .map(subject -> new MemoryEvent.Change(operation, cell.id(), cell.kind(), Optional.of(subject)));
    }

    private static boolean isPrivate(MemoryCell cell) {
        return Privacy.isPrivate(cell.scope(), cell.kind());
    }
}
