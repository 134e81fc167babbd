package ai.xray.mcp;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Collects the registered services of one kind into {@link Offers} that readers take without a lock: a call that started on
 * a service finishes on it, whatever happens to the set meanwhile. Thread-safe.
 */
final class Registry<S, O extends Offered> {
    private static final System.Logger LOG = System.getLogger(Registry.class.getName());
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Registration<O>> registrations = new ArrayList<>();
    private final String kind;
    private final Function<S, O> offer;
    private final Runnable changed;
    private volatile Offers<O> current = new Offers<>(new TreeMap<>());

    private record Registration<O>(O offered, int ranking, long serviceId) {}

    /**
     * @param kind what people call these services, for example {@code Tool}
     * @param offer works out what clients are told; throws {@link IllegalArgumentException} when they would not take it
     * @param changed called after what is on offer changed; returns at once
     */
    Registry(String kind, Function<S, O> offer, Runnable changed) {
        this.kind = kind;
        this.offer = offer;
        this.changed = changed;
    }

    /** @throws IllegalArgumentException when clients would not take {@code name} */
    static void requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("its name is not 1-64 of A-Z a-z 0-9 _ . -");
        }
    }

    /**
     * Offers {@code service}; {@code properties} are its service's. Of two with one name the one of higher ranking is offered,
     * then the older service; a warning tells. One whose description no client would take is left out, with a warning.
     */
    void add(S service, Map<String, Object> properties) {
        O offered;
        try {
            offered = offer.apply(service);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "{0} {1} is not offered: {2}",
                    kind,
                    service.getClass().getName(),
                    e.getMessage());
            return;
        }
        int ranking = properties.get("service.ranking") instanceof Integer given ? given : 0;
        long id = properties.get("service.id") instanceof Long given ? given : Long.MAX_VALUE;
        update(() -> {
            warnOfTwin(offered);
            registrations.add(new Registration<>(offered, ranking, id));
        });
    }

    /** Stops offering {@code service}; one it stood in front of takes its place. */
    void remove(S service) {
        update(() -> registrations.removeIf(
                registration -> registration.offered().service().equals(service)));
    }

    /** What is on offer now. */
    Offers<O> current() {
        return current;
    }

    private void update(Runnable change) {
        boolean news;
        lock.lock();
        try {
            change.run();
            SortedMap<String, O> offers = new TreeMap<>();
            registrations.stream()
                    .sorted(Comparator.<Registration<O>>comparingInt(Registration::ranking)
                            .reversed()
                            .thenComparingLong(Registration::serviceId))
                    .forEach(it -> offers.putIfAbsent(it.offered().name(), it.offered()));
            news = !current.sameAs(offers);
            if (news) {
                current = new Offers<>(offers);
            }
        } finally {
            lock.unlock();
        }
        if (news) {
            changed.run();
        }
    }

    private void warnOfTwin(O added) {
        current.find(added.name())
                .ifPresent(twin -> LOG.log(
                        Level.WARNING,
                        "Two services of the kind {0} are named {1}: {2} and {3}; the one of higher ranking is offered",
                        kind,
                        added.name(),
                        twin.service().getClass().getName(),
                        added.service().getClass().getName()));
    }
}
