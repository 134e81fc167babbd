package ai.xray.mcp;

import ai.xray.tool.Tool;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Collects the registered tools into a {@link ToolSet} that readers take without a lock: a call that started on a tool
 * finishes on it, whatever happens to the set meanwhile. Thread-safe.
 */
final class ToolRegistry {
    private static final System.Logger LOG = System.getLogger(ToolRegistry.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Registration> registrations = new ArrayList<>();
    private final Runnable changed;
    private volatile ToolSet current = new ToolSet(0, new TreeMap<>());

    private record Registration(OfferedTool offered, int ranking, long serviceId) {}

    /** @param changed called after the tools on offer changed; returns at once */
    ToolRegistry(Runnable changed) {
        this.changed = changed;
    }

    /**
     * Offers {@code tool}. Of two with one name the one of higher ranking is offered, then the older service; a warning tells.
     * One whose description no client would take is left out, with a warning.
     */
    void add(Tool tool, int ranking, long serviceId) {
        OfferedTool offered;
        try {
            offered = OfferedTool.of(tool);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "Tool {0} is not offered: {1}",
                    tool.getClass().getName(),
                    e.getMessage());
            return;
        }
        update(() -> {
            warnOfTwin(offered);
            registrations.add(new Registration(offered, ranking, serviceId));
        });
    }

    /** Stops offering {@code tool}; one it stood in front of takes its place. */
    void remove(Tool tool) {
        update(() -> registrations.removeIf(
                registration -> registration.offered().tool().equals(tool)));
    }

    /** The tools on offer now. */
    ToolSet current() {
        return current;
    }

    private void update(Runnable change) {
        boolean news;
        lock.lock();
        try {
            change.run();
            SortedMap<String, OfferedTool> tools = new TreeMap<>();
            registrations.stream()
                    .sorted(Comparator.comparingInt(Registration::ranking)
                            .reversed()
                            .thenComparingLong(Registration::serviceId))
                    .forEach(it -> tools.putIfAbsent(it.offered().spec().name(), it.offered()));
            news = !current.sameAs(tools);
            if (news) {
                current = new ToolSet(current.generation() + 1, tools);
            }
        } finally {
            lock.unlock();
        }
        if (news) {
            changed.run();
        }
    }

    private void warnOfTwin(OfferedTool added) {
        String name = added.spec().name();
        current.find(name)
                .ifPresent(twin -> LOG.log(
                        Level.WARNING,
                        "Two tools are named {0}: {1} and {2}; the one of higher service ranking is offered",
                        name,
                        twin.tool().getClass().getName(),
                        added.tool().getClass().getName()));
    }
}
