package ai.xray.auth.internal.oauth;

import ai.xray.auth.Identity;
import ai.xray.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a person agreed to: one record for a code and all tokens that follow from it, so that each step is one compare-and-set,
 * and the end of the record is the end of all of them.
 *
 * @param client the id of the client it was given to
 * @param terms what was asked for
 * @param person who agreed
 * @param code the digest of the code
 * @param tokens the digests of the tokens that are good now; none before the code is redeemed
 */
record Grant(String client, Terms terms, Identity person, String code, Tokens tokens) {
    /**
     * What was asked for.
     *
     * @param redirect where the code goes, as the request wrote it
     * @param challenge of the verifier, S256 (RFC 7636)
     * @param resource the URL of what is to be accessed, as the request wrote it
     */
    record Terms(String redirect, String challenge, String resource, Set<String> scopes) {
        Terms {
            scopes = Set.copyOf(scopes);
        }
    }

    /**
     * The tokens that are good now.
     *
     * @param access the digest of the access token; empty for none
     * @param accessEnd when that one ends
     * @param scopes what that one is good for: what was granted, or less
     * @param refresh the digest of the refresh token; empty for none
     */
    record Tokens(String access, Instant accessEnd, Set<String> scopes, String refresh) {
        static final Tokens NONE = new Tokens("", Instant.EPOCH, Set.of(), "");

        Tokens {
            scopes = Set.copyOf(scopes);
        }
    }

    boolean isRedeemed() {
        return !tokens.refresh().isEmpty();
    }

    Grant with(Tokens next) {
        return new Grant(client, terms, person, code, next);
    }

    static Grant of(String json) {
        Map<String, Object> fields = Json.readObject(json);
        return new Grant(
                text(fields, "client"),
                new Terms(
                        text(fields, "redirect"),
                        text(fields, "challenge"),
                        text(fields, "resource"),
                        texts(fields, "scopes")),
                new Identity(text(fields, "account"), text(fields, "name"), texts(fields, "groups")),
                text(fields, "code"),
                new Tokens(
                        text(fields, "access"),
                        Instant.parse(text(fields, "access_end")),
                        texts(fields, "access_scopes"),
                        text(fields, "refresh")));
    }

    /** What is stored. */
    String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("client", client);
        fields.put("redirect", terms.redirect());
        fields.put("challenge", terms.challenge());
        fields.put("resource", terms.resource());
        fields.put("scopes", List.copyOf(new TreeSet<>(terms.scopes())));
        fields.put("account", person.account());
        fields.put("name", person.name());
        fields.put("groups", List.copyOf(new TreeSet<>(person.groups())));
        fields.put("code", code);
        fields.put("access", tokens.access());
        fields.put("access_end", tokens.accessEnd().toString());
        fields.put("access_scopes", List.copyOf(new TreeSet<>(tokens.scopes())));
        fields.put("refresh", tokens.refresh());
        return Json.write(fields);
    }

    private static String text(Map<String, Object> fields, String name) {
        return (String) fields.get(name);
    }

    private static Set<String> texts(Map<String, Object> fields, String name) {
        return ((List<?>) fields.get(name)).stream().map(String.class::cast).collect(Collectors.toSet());
    }
}
