package ai.xray.auth.internal.oauth;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/**
 * Clients that are known by a document at the URL that is their id (OAuth Client ID Metadata Document). A document is fetched
 * when somebody asks on behalf of it, and again when it is old; failures are not remembered. Thread-safe.
 */
final class ClientDocuments {
    private static final Duration OLD = Duration.ofMinutes(10);
    private static final int REMEMBERED = 1000;

    /** A path is required, dot segments are not allowed, and a port is; what {@link RedirectUri} refuses is refused too. */
    private static final Pattern ID =
            Pattern.compile("https://[a-z0-9.-]{1,253}(:\\d{1,5})?/[A-Za-z0-9._~/!$&'()*+,;=:%-]+");

    private final DocumentFetcher fetcher;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Known> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Known(Client client, Instant at) {}

    ClientDocuments(DocumentFetcher fetcher, InstantSource clock) {
        this.fetcher = fetcher;
        this.clock = clock;
    }

    Client client(String id) throws OAuthException {
        Optional<Client> remembered = remembered(id);
        if (remembered.isPresent()) {
            return remembered.get();
        }
        Client client = fetched(id);
        lock.lock();
        try {
            known.put(id, new Known(client, clock.instant()));
        } finally {
            lock.unlock();
        }
        return client;
    }

    private Optional<Client> remembered(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(known.get(id))
                    .filter(one -> clock.instant().isBefore(one.at().plus(OLD)))
                    .map(Known::client);
        } finally {
            lock.unlock();
        }
    }

    private Client fetched(String id) throws OAuthException {
        boolean plain = id.length() <= RedirectUri.LONGEST
                && ID.matcher(id).matches()
                && RedirectUri.parse(id).isPresent();
        if (!plain) {
            throw new OAuthException("invalid_client", "client_id: is not a plain https URL with a path.");
        }
        try {
            Map<String, Object> document = Json.asObject(Json.read(fetcher.fetch(URI.create(id))));
            if (!id.equals(document.get("client_id"))) {
                throw new OAuthException("invalid_client", "client_id: its document is about another client.");
            }
            ClientDescription description = ClientDescription.of(document);
            return new Client(
                    id,
                    description.name(),
                    description.redirects(),
                    Optional.of(URI.create(id).getAuthority()));
        } catch (IOException | JsonException e) {
            // Not why: what this server can reach, and what it finds there, is not for a client to learn.
            throw new OAuthException("invalid_client", "client_id: its document cannot be fetched.");
        }
    }
}
