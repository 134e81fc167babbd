package ai.xray.auth.internal.key;

import ai.xray.json.Json;
import ai.xray.record.StoredRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A key without its secret.
 *
 * @param id what it is listed and revoked by
 * @param name whose it is; what its holder writes is marked with it
 * @param kind whose hands it is for
 * @param digest of the secret
 * @param used when it was last used, to the hour
 */
record Key(
        String id,
        String name,
        Kind kind,
        Set<String> scopes,
        String digest,
        Instant created,
        Instant expires,
        Optional<Instant> used) {
    /** Whose hands a key is for. */
    enum Kind {
        /** A person's programs: {@code /mcp} and what that person may reach. One a name. */
        PERSONAL,
        /** An agent: doors for agents alone. */
        AGENT;

        String wire() {
            return this == PERSONAL ? "personal" : "agent";
        }
    }

    Key {
        scopes = Set.copyOf(scopes);
    }

    static Key of(StoredRecord stored) {
        Map<String, Object> fields = Json.readObject(stored.value());
        return new Key(
                stored.key(),
                (String) fields.get("name"),
                Kind.valueOf((String) fields.get("kind")),
                Set.copyOf(((List<?>) fields.get("scopes"))
                        .stream().map(String.class::cast).toList()),
                (String) fields.get("digest"),
                Instant.parse((String) fields.get("created")),
                stored.expiry(),
                Optional.ofNullable((String) fields.get("used")).map(Instant::parse));
    }

    Key usedAt(Instant now) {
        return new Key(id, name, kind, scopes, digest, created, expires, Optional.of(now));
    }

    /** What is stored. */
    String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("kind", kind.name());
        fields.put("scopes", List.copyOf(new TreeSet<>(scopes)));
        fields.put("digest", digest);
        fields.put("created", created.toString());
        used.ifPresent(instant -> fields.put("used", instant.toString()));
        return Json.write(fields);
    }

    /** Without whatever would help to guess the secret. */
    @Override
    public String toString() {
        return "Key[id=%s, name=%s, kind=%s, scopes=%s]".formatted(id, name, kind, scopes);
    }
}
