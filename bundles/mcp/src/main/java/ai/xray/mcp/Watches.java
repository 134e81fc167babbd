package ai.xray.mcp;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which sessions watch which resources: a change of one that nobody watches costs a look into a table. Thread-safe. */
final class Watches {
    private final Map<String, Set<Session>> watchers = new ConcurrentHashMap<>();

    void add(String uri, Session session) {
        watchers.compute(uri, (_, sessions) -> {
            Set<Session> all = sessions == null ? ConcurrentHashMap.newKeySet() : sessions;
            all.add(session);
            return all;
        });
    }

    void remove(String uri, Session session) {
        watchers.computeIfPresent(uri, (_, sessions) -> {
            sessions.remove(session);
            return sessions.isEmpty() ? null : sessions;
        });
    }

    /** Has those who watch it note that it changed. */
    void updated(String uri) {
        watchers.getOrDefault(uri, Set.of()).forEach(session -> session.updated(uri));
    }

    /** How many resources are watched. */
    int size() {
        return watchers.size();
    }
}
