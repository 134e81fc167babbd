package ai.xray.auth.internal.oauth;

import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.Secrets;
import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Who the clients are. A registration that is never used ends after a day, one that is used long after its last use: anybody may
 * register, so there is a bound to them. Thread-safe.
 */
@Component(service = Clients.class)
public final class Clients {
    /** The most registrations there may be. */
    static final int MOST = 10_000;

    private static final String COLLECTION = "oauth-client";
    private static final Duration UNUSED = Duration.ofDays(1);
    private static final Duration USED = Duration.ofDays(120);

    private final RecordStore records;
    private final InstantSource clock;
    private final ClientDocuments documents;

    @Activate
    public Clients(@Reference AuthRecords records) {
        this(records, new ClientDocuments(DocumentFetcher.ofTheInternet(), records.clock()));
    }

    Clients(AuthRecords records, ClientDocuments documents) {
        this.records = records.store();
        this.clock = records.clock();
        this.documents = documents;
    }

    /** Registers a client; a {@link Refusal} when there are too many. */
    Client register(ClientDescription description) throws IOException {
        if (records.count(COLLECTION) >= MOST) {
            throw Refusal.of(Refusal.Code.UNAVAILABLE, "Too many clients are registered; try again tomorrow.");
        }
        String id = Secrets.id() + Secrets.id();
        Map<String, Object> fields = Map.of(
                "client_name",
                description.name(),
                "redirect_uris",
                description.redirects().stream().map(RedirectUri::text).toList());
        records.put(COLLECTION, id, Json.write(fields), clock.instant().plus(UNUSED), RecordStore.ABSENT);
        return new Client(id, description.name(), description.redirects(), Optional.empty());
    }

    /**
     * The client of this id.
     *
     * @throws OAuthException when there is none, or its document is none
     */
    Client find(String id) throws IOException, OAuthException {
        if (id.startsWith("https://")) {
            return documents.client(id);
        }
        Optional<StoredRecord> stored = id.matches("[0-9a-f]{32}") ? records.get(COLLECTION, id) : Optional.empty();
        if (stored.isEmpty()) {
            throw new OAuthException("invalid_client", "client_id: there is no such client; it must register again.");
        }
        ClientDescription description =
                ClientDescription.of(Json.readObject(stored.get().value()));
        return new Client(id, description.name(), description.redirects(), Optional.empty());
    }

    /** Keeps a registration that is used. */
    void keep(String id) throws IOException {
        Optional<StoredRecord> stored = id.startsWith("https://") ? Optional.empty() : records.get(COLLECTION, id);
        if (stored.isPresent()) {
            records.put(
                    COLLECTION,
                    id,
                    stored.get().value(),
                    clock.instant().plus(USED),
                    stored.get().revision());
        }
    }

    /** How many are registered. */
    long registered() throws IOException {
        return records.count(COLLECTION);
    }

    /** What redirect URIs a client has, for answers. */
    static List<String> texts(Client client) {
        return client.redirects().stream().map(RedirectUri::text).toList();
    }
}
