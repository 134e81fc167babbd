package ai.xray.auth.internal.oauth;

import ai.xray.auth.Identity;
import ai.xray.auth.internal.AuditLog;
import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.Secrets;
import ai.xray.auth.internal.session.AccountAccess;
import ai.xray.memory.Refusal;
import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * What people granted to clients. Whoever shows a code or a refresh token that was used before, or that is not right although its
 * grant is, may have stolen it, or its owner has been stolen from: the whole grant ends (RFC 9700, section 4.14). Thread-safe.
 */
@Component(service = {Grants.class, AccountAccess.class})
public final class Grants implements AccountAccess {
    /** How long a code is good. */
    static final Duration CODE = Duration.ofMinutes(1);

    /** How long an access token is good. */
    static final Duration ACCESS = Duration.ofHours(1);

    /** How long a refresh token is good. */
    static final Duration REFRESH = Duration.ofDays(30);

    /** The most grants there may be. */
    static final int MOST = 100_000;

    private static final String COLLECTION = "oauth-grant";

    private final RecordStore records;
    private final InstantSource clock;

    /**
     * Tokens that were just given.
     *
     * @param scopes what the access token is good for
     */
    record Given(Token access, Token refresh, Set<String> scopes) {}

    /** What a client shows along with a code. */
    record Redemption(String client, String redirect, String verifier, Optional<String> resource) {
        @Override
        public String toString() {
            return "Redemption[client=%s]".formatted(client);
        }
    }

    @Activate
    public Grants(@Reference AuthRecords records) {
        this.records = records.store();
        this.clock = records.clock();
    }

    /** The code of a new grant. */
    Token begin(String client, Grant.Terms terms, Identity person) throws IOException {
        if (records.count(COLLECTION) >= MOST) {
            throw Refusal.of(Refusal.Code.UNAVAILABLE, "There are too many grants; try again later.");
        }
        Token code = Token.of(Token.Kind.CODE, Secrets.id() + Secrets.id());
        Grant grant = new Grant(client, terms, person, code.digest(), Grant.Tokens.NONE);
        records.put(COLLECTION, code.grant(), grant.json(), clock.instant().plus(CODE), RecordStore.ABSENT);
        AuditLog.log("grant", details(grant));
        return code;
    }

    /** Redeems a code, once; whatever is not right about it ends the grant. */
    Given redeem(String text, Redemption shown) throws IOException, OAuthException {
        Token code = Token.parse(Token.Kind.CODE, text).orElseThrow(Grants::unknownCode);
        StoredRecord stored = records.get(COLLECTION, code.grant()).orElseThrow(Grants::unknownCode);
        Grant grant = Grant.of(stored.value());
        if (!code.matches(grant.code())
                || grant.isRedeemed()
                || !grant.client().equals(shown.client())
                || !grant.terms().redirect().equals(shown.redirect())
                || shown.resource()
                        .filter(resource -> !resource.equals(grant.terms().resource()))
                        .isPresent()
                || !Secrets.same(grant.terms().challenge(), Pkce.challenge(shown.verifier()))) {
            misused(code.grant(), grant, "code-misused");
            throw unknownCode();
        }
        return give(code.grant(), stored, grant, grant.terms().scopes());
    }

    /**
     * Gives new tokens for a refresh token, which is good no more.
     *
     * @param scopes what the new access token is to be good for; empty for all that was granted
     */
    Given refresh(String text, String client, Optional<String> scopes, Optional<String> resource)
            throws IOException, OAuthException {
        Token refresh = Token.parse(Token.Kind.REFRESH, text).orElseThrow(Grants::unknownRefresh);
        StoredRecord stored = records.get(COLLECTION, refresh.grant()).orElseThrow(Grants::unknownRefresh);
        Grant grant = Grant.of(stored.value());
        if (!refresh.matches(grant.tokens().refresh()) || !grant.client().equals(client)) {
            misused(refresh.grant(), grant, "refresh-misused");
            throw unknownRefresh();
        }
        if (resource.filter(asked -> !asked.equals(grant.terms().resource())).isPresent()) {
            throw new OAuthException("invalid_target", "resource: is not the one that access was granted to.");
        }
        Set<String> asked = scopes.isPresent()
                ? Set.of(scopes.get().split(" ", -1))
                : grant.terms().scopes();
        if (!grant.terms().scopes().containsAll(asked)) {
            throw new OAuthException("invalid_scope", "scope: is more than was granted.");
        }
        return give(refresh.grant(), stored, grant, asked);
    }

    /** The grant of an access token that is good, for what that token is good for. */
    Optional<Grant> find(String text) throws IOException {
        Optional<Token> access = Token.parse(Token.Kind.ACCESS, text);
        if (access.isEmpty()) {
            return Optional.empty();
        }
        return records.get(COLLECTION, access.get().grant())
                .map(stored -> Grant.of(stored.value()))
                .filter(grant -> access.get().matches(grant.tokens().access()))
                .filter(grant -> clock.instant().isBefore(grant.tokens().accessEnd()));
    }

    /** Ends the grant of a token of the client's (RFC 7009); a token that is not right ends nothing. */
    void revoke(String text, String client) throws IOException {
        Optional<Token> token = Token.parse(Token.Kind.REFRESH, text).or(() -> Token.parse(Token.Kind.ACCESS, text));
        if (token.isEmpty()) {
            return;
        }
        Optional<Grant> grant = records.get(COLLECTION, token.get().grant()).map(stored -> Grant.of(stored.value()));
        boolean theirs = grant.filter(held -> held.client().equals(client))
                .map(Grant::tokens)
                .filter(held ->
                        token.get().matches(held.refresh()) || token.get().matches(held.access()))
                .isPresent();
        if (theirs) {
            revoked(token.get().grant(), grant.get());
        }
    }

    @Override
    public void end(String account) throws IOException {
        String after = "";
        List<StoredRecord> page;
        do {
            page = records.page(COLLECTION, after, RecordStore.MAX_PAGE);
            for (StoredRecord stored : page) {
                Grant grant = Grant.of(stored.value());
                if (grant.person().account().equals(account)) {
                    revoked(stored.key(), grant);
                }
            }
            after = page.isEmpty() ? after : page.getLast().key();
        } while (page.size() == RecordStore.MAX_PAGE);
    }

    /** Of two that show the same code or token at once one is first; the other one is the second use, which ends the grant. */
    private Given give(String key, StoredRecord stored, Grant grant, Set<String> scopes)
            throws IOException, OAuthException {
        Token access = Token.of(Token.Kind.ACCESS, key);
        Token refresh = Token.of(Token.Kind.REFRESH, key);
        Instant now = clock.instant();
        Grant next = grant.with(new Grant.Tokens(access.digest(), now.plus(ACCESS), scopes, refresh.digest()));
        if (records.put(COLLECTION, key, next.json(), now.plus(REFRESH), stored.revision())
                .isEmpty()) {
            misused(key, grant, "used-twice-at-once");
            throw OAuthException.grant("The code or token was used before.");
        }
        AuditLog.log("token", details(next));
        return new Given(access, refresh, scopes);
    }

    private void revoked(String key, Grant grant) throws IOException {
        records.delete(COLLECTION, key);
        AuditLog.log("grant-revoked", details(grant));
    }

    private void misused(String key, Grant grant, String event) throws IOException {
        records.delete(COLLECTION, key);
        AuditLog.alarm(event, details(grant));
    }

    private static Map<String, String> details(Grant grant) {
        return Map.of(
                "account",
                grant.person().account(),
                "client",
                grant.client(),
                "scopes",
                Scopes.text(new TreeSet<>(grant.terms().scopes())));
    }

    private static OAuthException unknownCode() {
        return OAuthException.grant("code: is not good, was used before, or belongs to another request.");
    }

    private static OAuthException unknownRefresh() {
        return OAuthException.grant("refresh_token: is not good, was used before, or belongs to another client.");
    }
}
