package ai.xray.auth.internal.oauth;

import static ai.xray.auth.internal.oauth.OAuthServer.REDIRECT;
import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.internal.web.Browser;
import ai.xray.json.Json;
import ai.xray.record.RecordStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationTest {
    private OAuthServer server;

    @BeforeEach
    void start() throws Exception {
        server = new OAuthServer();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://client.example/callback",
                "https://client.example:8443/callback?x=1",
                "http://localhost:33418/",
                "http://127.0.0.1/callback",
                "http://[::1]:80/callback",
                "com.example.app:/callback",
                "cursor://anysphere.cursor-retrieval/oauth/callback",
                "vscode://vscode.github-authentication/did-authenticate"
            })
    void clientIsRegisteredAsPublicWhateverItAsks(String redirect) throws Exception {
        HttpResponse<String> response = server.register(
                Map.of("redirect_uris", List.of(redirect), "token_endpoint_auth_method", "client_secret_post"));

        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        assertThat(Json.readObject(response.body()))
                .containsEntry("token_endpoint_auth_method", "none")
                .containsEntry("redirect_uris", List.of(redirect))
                .doesNotContainKey("client_secret");
    }

    /** Attacks 3, 4 and 6, and 2 at registration. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JavaScript:alert(1)",
                "data:text/html,x",
                "file:///etc/passwd",
                "vbscript:x",
                "blob:https://x",
                "about:blank",
                "unknown://x",
                "ftp://client.example/",
                "http://client.example/callback",
                "http://10.0.0.1/callback",
                "http://0.0.0.0/callback",
                "http://2130706433/callback",
                "http://0x7f.1/callback",
                "http://127.0.0.1.evil.com/callback",
                "http://localhost.evil.com/callback",
                "http://localhost@evil.com/callback",
                "https://user:password@client.example/",
                "https://client.example/#fragment",
                "https://client.example/a/../b",
                "https://client.example/%2E%2e/b",
                "https://client.example/a%2fb",
                "https://client.example/a\\b",
                "https://Client.example/",
                "https://client.example/a b",
                "https://client.example/\r\n",
                "https:///callback",
                "https://",
                "client.example/callback",
                "*",
                ""
            })
    void attack03And04And06RedirectUriThatNoClientMayHaveIsRefused(String redirect) throws Exception {
        HttpResponse<String> response = server.register(Map.of("redirect_uris", List.of(REDIRECT, redirect)));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(Json.readObject(response.body())).containsEntry("error", "invalid_redirect_uri");
    }

    @Test
    void whatAClientCannotBeIsRefused() throws Exception {
        for (Map<String, ?> wrong : List.<Map<String, ?>>of(
                Map.of(),
                Map.of("redirect_uris", List.of()),
                Map.of("redirect_uris", REDIRECT),
                Map.of("redirect_uris", List.of(1)),
                Map.of("redirect_uris", List.of(REDIRECT), "client_name", 1),
                Map.of("redirect_uris", List.of(REDIRECT), "client_name", " "),
                Map.of("redirect_uris", List.of(REDIRECT), "grant_types", List.of("implicit")),
                Map.of("redirect_uris", List.of(REDIRECT), "response_types", List.of("token")))) {
            assertThat(server.register(wrong).statusCode()).as("%s", wrong).isEqualTo(400);
        }
    }

    /** Attack 24. */
    @Test
    void attack24RegistrationsAreLimitedByAddress() throws Exception {
        for (int i = 0; i < RegisterServlet.AN_HOUR; i++) {
            server.client(REDIRECT);
        }

        assertThat(server.register(Map.of("redirect_uris", List.of(REDIRECT))).statusCode())
                .isEqualTo(429);
        server.people().clock().pass(Duration.ofMinutes(2));
        server.client(REDIRECT);
    }

    /** Attack 24. */
    @Test
    void attack24RegistrationsAreBoundedAndUnusedOnesEnd() throws Exception {
        RecordStore store = server.people().records().store();
        String client = server.client(REDIRECT);
        for (int i = 1; i < Clients.MOST; i++) {
            store.put(
                    "oauth-client",
                    "x" + i,
                    "{}",
                    server.people().clock().instant().plus(Duration.ofDays(1)),
                    RecordStore.ABSENT);
        }
        assertThat(server.register(Map.of("redirect_uris", List.of(REDIRECT))).statusCode())
                .isEqualTo(503);

        Browser browser = new Browser();
        server.people().signIn(browser, 1);
        server.connect(browser, client);
        server.people().clock().pass(Duration.ofDays(1));
        assertThat(store.count("oauth-client")).as("the one that was used").isEqualTo(1);
        server.client(REDIRECT);
        browser.close();
    }

    /** Attack 25. */
    @Test
    void attack25RegistrationsAreSmall() throws Exception {
        assertThat(server.register(Map.of("redirect_uris", Collections.nCopies(1000, "https://c.example/")))
                        .statusCode())
                .isEqualTo(413);
        assertThat(server.register(Map.of("redirect_uris", Collections.nCopies(11, REDIRECT)))
                        .statusCode())
                .isEqualTo(400);
        assertThat(server.register(Map.of("redirect_uris", List.of("https://c.example/" + "x".repeat(2048))))
                        .statusCode())
                .isEqualTo(400);
    }
}
