package ai.xray.mcp;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words the stream of a session. Event ids count changes, of each listing and of the resources that the session watches: a
 * client that comes back with the last id it saw is told at once of what it missed, without any event being kept for it.
 */
final class SessionWording implements Subscription.Wording {
    private static final Pattern EVENT_ID =
            Pattern.compile("changes-(\\d{1,18})\\.(\\d{1,18})\\.(\\d{1,18})\\.(\\d{1,18})");

    private final Session session;
    private final Subscriptions subscriptions;
    private final Optional<String> lastSeen;

    /** @param lastSeen the id of the last event that the client saw on an earlier stream */
    SessionWording(Session session, Subscriptions subscriptions, Optional<String> lastSeen) {
        this.session = session;
        this.subscriptions = subscriptions;
        this.lastSeen = lastSeen;
    }

    @Override
    public void open(EventStream events) {
        if (SessionEra.PRIMED.contains(session.version())) {
            events.send(eventId(), "");
        } else {
            events.comment();
        }
        lastSeen.ifPresent(id -> tellMissed(events, id));
    }

    @Override
    public void changed(EventStream events, Topic topic) {
        events.send(eventId(), JsonRpc.notification(topic.method(), Map.of()));
    }

    @Override
    public void updated(EventStream events, String uri) {
        events.send(eventId(), JsonRpc.notification(Resources.UPDATED, Map.of("uri", uri)));
    }

    @Override
    public void close(EventStream events) {
        // These revisions have no word of farewell: the stream just ends.
    }

    /** Tells what changed since; everything, to a client that brings an id we do not know. */
    private void tellMissed(EventStream events, String id) {
        Matcher seen = EVENT_ID.matcher(id);
        boolean known = seen.matches();
        List<Topic> topics = List.of(Topic.values());
        for (int i = 0; i < topics.size(); i++) {
            if (!known || Long.parseLong(seen.group(i + 1)) != subscriptions.count(topics.get(i))) {
                changed(events, topics.get(i));
            }
        }
        long updates = known ? Long.parseLong(seen.group(topics.size() + 1)) : 0;
        session.updatedSince(updates).forEach(uri -> updated(events, uri));
    }

    private String eventId() {
        StringBuilder id = new StringBuilder("changes-");
        for (Topic topic : Topic.values()) {
            id.append(subscriptions.count(topic)).append('.');
        }
        return id.append(session.updates()).toString();
    }
}
