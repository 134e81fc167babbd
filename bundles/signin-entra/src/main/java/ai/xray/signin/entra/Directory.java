package ai.xray.signin.entra;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a tenant publishes of itself: its endpoints and the keys that sign its ID tokens, asked for when first needed and again
 * when old. Thread-safe; one asks while the others wait.
 */
final class Directory {
    private static final Duration OLD = Duration.ofHours(6);

    /** An unknown key may be a new one, or the whim of somebody who sends tokens: it is looked for this often at most. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);

    private final Entra entra;
    private final URI configuration;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private Published published;

    /**
     * What is published.
     *
     * @param issuer with {@code {tenantid}} in it where people of many tenants may sign in
     */
    record Endpoints(String issuer, URI authorization, URI token, URI keys) {}

    private record Published(Endpoints endpoints, JWKSet keys, Instant at) {}

    Directory(Entra entra, String authority, InstantSource clock) {
        this.entra = entra;
        this.configuration = URI.create(authority + "/v2.0/.well-known/openid-configuration");
        this.clock = clock;
    }

    Endpoints endpoints() throws IOException {
        lock.lock();
        try {
            return current(OLD).endpoints();
        } finally {
            lock.unlock();
        }
    }

    /** The RSA key of this name, if the tenant has one. */
    Optional<RSAKey> key(String id) throws IOException {
        lock.lock();
        try {
            Optional<RSAKey> known = rsa(current(OLD).keys().getKeyByKeyId(id));
            return known.isPresent() ? known : rsa(current(BETWEEN_LOOKS).keys().getKeyByKeyId(id));
        } finally {
            lock.unlock();
        }
    }

    private Published current(Duration oldest) throws IOException {
        Instant now = clock.instant();
        if (published == null || !now.isBefore(published.at().plus(oldest))) {
            Map<String, Object> fields = entra.get(configuration).object("its configuration");
            Endpoints endpoints = new Endpoints(
                    text(fields, "issuer"),
                    uri(fields, "authorization_endpoint"),
                    uri(fields, "token_endpoint"),
                    uri(fields, "jwks_uri"));
            published = new Published(endpoints, keys(endpoints.keys()), now);
        }
        return published;
    }

    private JWKSet keys(URI uri) throws IOException {
        Entra.Answer answer = entra.get(uri);
        answer.object("its keys");
        try {
            return JWKSet.parse(answer.body());
        } catch (ParseException e) {
            throw new IOException("Microsoft Entra's keys cannot be read.", e);
        }
    }

    private static Optional<RSAKey> rsa(JWK key) {
        return key instanceof RSAKey rsa ? Optional.of(rsa) : Optional.empty();
    }

    private static URI uri(Map<String, Object> fields, String name) throws IOException {
        try {
            return URI.create(text(fields, name));
        } catch (IllegalArgumentException e) {
            throw new IOException("Microsoft Entra's configuration has no URL as %s.".formatted(name), e);
        }
    }

    private static String text(Map<String, Object> fields, String name) throws IOException {
        if (fields.get(name) instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw new IOException("Microsoft Entra's configuration has no %s.".formatted(name));
    }
}
