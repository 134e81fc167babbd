package ai.xray.auth.internal.oauth;

import static ai.xray.auth.internal.oauth.OAuthServer.REDIRECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.auth.Caller;
import ai.xray.auth.internal.web.Browser;
import ai.xray.memory.Refusal;
import ai.xray.record.StoredRecord;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {
    private final Browser browser = new Browser();
    private OAuthServer server;
    private String client;

    @BeforeEach
    void start() throws Exception {
        server = new OAuthServer();
        client = server.client(REDIRECT);
        server.people().signIn(browser, 1);
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        server.close();
    }

    @Test
    void refreshGivesNewTokensAndTheOldOnesAreGoodNoMore() throws Exception {
        Map<String, Object> first = server.connect(browser, client);

        Map<String, Object> second = server.tokens(server.refreshment(client, first));

        assertThat(server.admit(second).name()).isEqualTo("test:1");
        assertRefused(first);
    }

    @Test
    void accessEndsAfterAnHourAndRefreshAfterThirtyDays() throws Exception {
        Map<String, Object> tokens = server.connect(browser, client);
        server.people().clock().pass(Grants.ACCESS.minusMillis(1));
        assertThat(server.admit(tokens)).isNotNull();
        server.people().clock().pass(Duration.ofMillis(1));
        assertRefused(tokens);

        server.people().clock().pass(Grants.REFRESH.minus(Grants.ACCESS).minusMillis(1));
        Map<String, Object> refreshed = server.tokens(server.refreshment(client, tokens));
        server.people().clock().pass(Grants.REFRESH);
        assertThat(server.error(server.refreshment(client, refreshed))).isEqualTo("invalid_grant");
    }

    @Test
    void narrowerScopeIsGoodForThatAccessTokenAlone() throws Exception {
        Map<String, Object> tokens = server.connect(browser, client);
        Map<String, String> narrow = server.refreshment(client, tokens);
        narrow.put("scope", "xray:memory.read");

        Map<String, Object> less = server.tokens(narrow);
        assertThat(server.admit(less).scopes()).containsExactly(Caller.MEMORY_READ);
        assertThat(server.admit(server.tokens(server.refreshment(client, less))).scopes())
                .hasSize(2);
    }

    @Test
    void revocationEndsAllTokensOfTheGrant() throws Exception {
        for (String kind : List.of("access_token", "refresh_token")) {
            Map<String, Object> tokens = server.connect(browser, client);
            server.revoke((String) tokens.get(kind), "another");
            server.revoke("xraya_" + "0".repeat(32) + "_" + "A".repeat(43), client);
            assertThat(server.admit(tokens)).isNotNull();

            assertThat(server.revoke((String) tokens.get(kind), client).statusCode())
                    .isEqualTo(200);

            assertRefused(tokens);
            assertThat(server.error(server.refreshment(client, tokens))).isEqualTo("invalid_grant");
        }
    }

    @Test
    void signOutEverywhereEndsWhatWasGranted() throws Exception {
        Map<String, Object> tokens = server.connect(browser, client);
        Browser other = new Browser();
        server.people().signIn(other, 2);
        Map<String, Object> ofOther = server.connect(other, client);
        String csrf = (String) server.people().me(browser).get("csrf_token");

        browser.send(
                "POST", server.at("/v1/auth/logout?everywhere=true"), BodyPublishers.noBody(), "X-CSRF-Token", csrf);

        assertRefused(tokens);
        assertThat(server.admit(ofOther)).isNotNull();
        other.close();
    }

    @Test
    void secretsAreNotStored() throws Exception {
        String code = server.code(browser, server.request(client));
        Map<String, Object> tokens = server.tokens(server.redemption(client, code));

        StoredRecord stored =
                server.people().records().store().page("oauth-grant", "", 10).getFirst();
        for (Object secret : List.of(code, tokens.get("access_token"), tokens.get("refresh_token"))) {
            assertThat(stored.value()).doesNotContain(secret.toString().substring(39));
        }
    }

    /** Attack 9. */
    @ParameterizedTest
    @CsvSource({",invalid_request", "short,invalid_request", "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww,invalid_grant"
    })
    void attack09VerifierThatIsAbsentShortOrWrongIsRefused(String verifier, String error) throws Exception {
        Map<String, String> form = server.redemption(client, server.code(browser, server.request(client)));
        form.remove("code_verifier");
        if (verifier != null) {
            form.put("code_verifier", verifier);
        }

        assertThat(server.error(form)).isEqualTo(error);
    }

    /** Attack 9: the challenge itself proves nothing. */
    @Test
    void attack09ChallengeIsNoVerifier() throws Exception {
        Map<String, String> form = server.redemption(client, server.code(browser, server.request(client)));
        form.put("code_verifier", Pkce.challenge(OAuthServer.VERIFIER));

        assertThat(server.error(form)).isEqualTo("invalid_grant");
    }

    /** Attack 10. */
    @Test
    void attack10ReplayedCodeEndsWhatWasGivenForIt() throws Exception {
        String code = server.code(browser, server.request(client));
        Map<String, Object> tokens = server.tokens(server.redemption(client, code));

        assertThat(server.error(server.redemption(client, code))).isEqualTo("invalid_grant");

        assertRefused(tokens);
        assertThat(server.error(server.refreshment(client, tokens))).isEqualTo("invalid_grant");
    }

    /** Attack 11. */
    @ParameterizedTest
    @CsvSource({"client_id,another", "redirect_uri,https://client.example/other", "resource,https://other.example/mcp"})
    void attack11CodeIsForItsOwnRequestAlone(String parameter, String value) throws Exception {
        String code = server.code(browser, server.request(client));
        Map<String, String> form = server.redemption(client, code);
        form.put(parameter, parameter.equals("client_id") ? server.client(REDIRECT) : value);

        assertThat(server.error(form)).isEqualTo("invalid_grant");
        assertThat(server.error(server.redemption(client, code))).as("burnt").isEqualTo("invalid_grant");
    }

    /** Attack 12. */
    @Test
    void attack12ExpiredCodeIsRefused() throws Exception {
        String code = server.code(browser, server.request(client));
        server.people().clock().pass(Grants.CODE);

        assertThat(server.error(server.redemption(client, code))).isEqualTo("invalid_grant");
    }

    /** Attack 13. */
    @Test
    void attack13OfParallelRedemptionsOneWins() throws Exception {
        String code = server.code(browser, server.request(client));
        Callable<Integer> redemption =
                () -> server.token(server.redemption(client, code)).statusCode();
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> one : threads.invokeAll(Collections.nCopies(8, redemption))) {
                statuses.add(one.get());
            }
        }

        assertThat(statuses).containsOnlyOnce(200);
    }

    /** Attack 27. */
    @Test
    void attack27TokenForAnotherResourceAndSessionCookieAreNoCredentialsAtMcp() throws Exception {
        Map<String, Object> tokens = server.connect(browser, client);
        for (StoredRecord stored : server.people().records().store().page("oauth-grant", "", 10)) {
            server.people()
                    .records()
                    .store()
                    .put(
                            "oauth-grant",
                            stored.key(),
                            stored.value().replace(server.resource(), "https://other.example/mcp"),
                            stored.expiry(),
                            stored.revision());
        }
        assertRefused(tokens);

        assertThat(server.people().me(browser)).containsEntry("account", "test:1");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> server.people().doorkeeper().admit(server.access(Optional.empty())));
    }

    /** Attack 28, and 29 of tokens that look signed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gho_16C7e42F292c6912E7710c838347Ae178B4a",
                "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ0ZXN0OjEifQ.",
                "eyJhbGciOiJSUzI1NiIsImprdSI6Imh0dHA6Ly9ldmlsIn0.eyJzdWIiOiJ0ZXN0OjEifQ.c2ln"
            })
    void attack28TokensOfOthersAreNoCredentials(String token) {
        assertRefused(Map.of("access_token", token));
    }

    @Test
    void codeAndRefreshTokenAreNoAccessTokens() throws Exception {
        String code = server.code(browser, server.request(client));
        assertRefused(Map.of("access_token", code));
        Map<String, Object> tokens = server.tokens(server.redemption(client, code));
        String refresh = (String) tokens.get("refresh_token");
        assertRefused(Map.of("access_token", refresh));
        assertRefused(Map.of("access_token", refresh.replace("xrayr", "xraya")));
    }

    /** Attack 30. */
    @Test
    void attack30TokensInAUrlAreNotRead() throws Exception {
        Map<String, Object> tokens = server.connect(browser, client);
        String url = "/oauth/token?" + Browser.form(server.refreshment(client, tokens));

        assertThat(browser.post(server.at(url), Map.of()).statusCode()).isEqualTo(400);
        assertThat(server.get("/v1/me?access_token=" + tokens.get("access_token"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.tokens(server.refreshment(client, tokens)))
                .as("still good")
                .isNotEmpty();
    }

    /** Attack 31. */
    @Test
    void attack31RefreshTokenUsedTwiceEndsTheGrant() throws Exception {
        Map<String, Object> first = server.connect(browser, client);
        Map<String, Object> second = server.tokens(server.refreshment(client, first));

        assertThat(server.error(server.refreshment(client, first))).isEqualTo("invalid_grant");

        assertRefused(second);
        assertThat(server.error(server.refreshment(client, second))).isEqualTo("invalid_grant");
    }

    /** Attack 32. */
    @Test
    void attack32RefreshWidensNothingAndIsForItsClientAlone() throws Exception {
        Map<String, String> request = server.request(client);
        request.put("scope", "xray:memory.read");
        Map<String, Object> tokens = server.tokens(server.redemption(client, server.code(browser, request)));

        for (String scope : List.of("xray:memory.read xray:memory.write", "xray:admin", "xray:memory.read ")) {
            Map<String, String> wide = server.refreshment(client, tokens);
            wide.put("scope", scope);
            assertThat(server.error(wide)).isEqualTo("invalid_scope");
        }
        Map<String, String> elsewhere = server.refreshment(client, tokens);
        elsewhere.put("resource", "https://other.example/mcp");
        assertThat(server.error(elsewhere)).isEqualTo("invalid_target");
        assertThat(server.error(server.refreshment(server.client(REDIRECT), tokens)))
                .isEqualTo("invalid_grant");
    }

    @Test
    void guessingIsSlowedDown() throws Exception {
        Map<String, String> form = server.redemption(client, "guess");
        for (int i = 0; i < 30; i++) {
            server.error(form);
        }

        assertThat(server.token(form).statusCode()).isEqualTo(429);
    }

    private void assertRefused(Map<String, Object> tokens) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> server.admit(tokens))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.UNAUTHENTICATED));
    }
}
