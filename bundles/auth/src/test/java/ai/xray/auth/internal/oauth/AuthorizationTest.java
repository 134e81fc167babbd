package ai.xray.auth.internal.oauth;

import static ai.xray.auth.internal.oauth.OAuthServer.REDIRECT;
import static ai.xray.auth.internal.oauth.OAuthServer.parameter;
import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.Caller;
import ai.xray.auth.internal.session.Providers;
import ai.xray.auth.internal.web.Browser;
import ai.xray.json.Json;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizationTest {
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
    void clientGetsInWithWhatThePersonAgreedTo() throws Exception {
        Map<String, String> request = server.request(client);
        request.put("scope", "xray:memory.read");

        URI answer = Browser.location(
                server.decide(browser, server.ask(browser, request).body(), "allow"));
        assertThat(answer.toString()).startsWith(REDIRECT + "?");
        assertThat(parameter(answer, "state")).contains("the state");
        assertThat(parameter(answer, "iss"))
                .contains(server.people().server().base().toString());

        Map<String, Object> tokens = server.tokens(
                server.redemption(client, parameter(answer, "code").orElseThrow()));
        assertThat(tokens)
                .containsEntry("token_type", "Bearer")
                .containsEntry("expires_in", 3600L)
                .containsEntry("scope", "xray:memory.read");
        Caller caller = server.admit(tokens);
        assertThat(caller)
                .isEqualTo(new Caller(
                        "test:1",
                        Caller.Credential.ACCESS_TOKEN,
                        Set.of(Caller.MEMORY_READ),
                        new Author(Origin.DERIVED, "test:1")));
    }

    @Test
    void personWhoIsNotSignedInSignsInFirstAndComesBackToTheQuestion() throws Exception {
        Browser fresh = new Browser();
        String page = server.ask(fresh, server.request(client)).body();
        assertThat(page).contains("Sign in with Test").doesNotContain("Allow</button>");

        String link = page.replaceFirst("(?s).*href=\"([^\"]*)\".*", "$1");
        URI provider = Browser.location(fresh.get(server.at(link)));
        URI back = Browser.location(fresh.get(server.people().back(provider, 1)));
        assertThat(fresh.get(back).body()).contains("Allow</button>");
        fresh.close();
    }

    @Test
    void denialIsToldToTheClient() throws Exception {
        URI answer = Browser.location(server.decide(
                browser, server.ask(browser, server.request(client)).body(), "deny"));

        assertThat(parameter(answer, "error")).contains("access_denied");
        assertThat(parameter(answer, "state")).contains("the state");
        assertThat(parameter(answer, "code")).isEmpty();
    }

    @Test
    void questionNamesTheClientWhereTheAnswerGoesAndWhatItMay() throws Exception {
        String page = server.ask(browser, server.request(client)).body();

        assertThat(page)
                .contains("Test client", "client.example", "Person 1", "xray:memory.read", "xray:memory.write")
                .doesNotContain("class=\"warning\"");
    }

    @Test
    void metadataTellsWhereEverythingIs() throws Exception {
        String base = server.people().server().base().toString();
        Map<String, Object> resource = Json.readObject(
                server.get("/.well-known/oauth-protected-resource/mcp").body());
        Map<String, Object> issuer = Json.readObject(
                server.get("/.well-known/oauth-authorization-server").body());

        assertThat(resource)
                .containsEntry("resource", base + "/mcp")
                .containsEntry("authorization_servers", List.of(base));
        assertThat(issuer)
                .containsEntry("issuer", base)
                .containsEntry("code_challenge_methods_supported", List.of("S256"))
                .containsEntry("authorization_response_iss_parameter_supported", true)
                .containsEntry("client_id_metadata_document_supported", true);
        assertThat(server.get("/.well-known/openid-configuration").body())
                .isEqualTo(server.get("/.well-known/oauth-authorization-server").body());
    }

    @Test
    void challengeTellsWhereToAsk() {
        String base = server.people().server().base().toString();
        String metadata = "scope=\"xray:memory.read xray:memory.write\", resource_metadata=\"" + base
                + "/.well-known/oauth-protected-resource/mcp\"";

        assertThat(server.people().doorkeeper().challenge(server.access(Optional.empty()), false))
                .isEqualTo("Bearer " + metadata);
        assertThat(server.people().doorkeeper().challenge(server.access(Optional.of("Bearer x")), false))
                .isEqualTo("Bearer error=\"invalid_token\", " + metadata);
        assertThat(server.people().doorkeeper().challenge(server.access(Optional.of("Bearer x")), true))
                .isEqualTo("Bearer error=\"insufficient_scope\", " + metadata);
    }

    @Test
    void whereNobodyCanSignInClientsAreNotSentToDoSo() {
        assertThat(new WhereToAsk(server.people().address(), new Providers())
                        .parameters(server.access(Optional.empty())))
                .isEmpty();
    }

    /** Attack 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/callback",
                // Attack 2: variants of the registered one
                "https://client.example/callback/",
                "https://client.example/callback/x",
                "https://client.example/callbac",
                "https://client.example/CALLBACK",
                "https://CLIENT.example/callback",
                "HTTPS://client.example/callback",
                "https://client.example:443/callback",
                "https://client.example:8443/callback",
                "https://client.example/callback?x=1",
                "https://client.example/callback#x",
                "https://client.example/x/../callback",
                "https://client.example/%2e%2e/callback",
                "https://client.example%2fcallback",
                "https://client.example/callback%2f..",
                "https://client.example@evil.example/callback",
                "https://user@client.example/callback",
                "https://client.example.evil.example/callback",
                "https://evil.example/https://client.example/callback",
                "https://client.example\\@evil.example/callback",
                " https://client.example/callback",
                "https://client.example/callback\r\nX: y",
                "//client.example/callback",
                "javascript:alert(1)"
            })
    void attack01And02RedirectUriThatIsNotRegisteredIsAnErrorPage(String redirect) throws Exception {
        Map<String, String> request = server.request(client);
        request.put("redirect_uri", redirect);

        assertErrorPage(server.ask(browser, request));
    }

    @Test
    void clientThatIsNotKnownIsAnErrorPage() throws Exception {
        for (String unknown : List.of("nobody", "0".repeat(32), "https://nowhere.invalid/client.json")) {
            assertErrorPage(server.ask(browser, server.request(unknown)));
        }
    }

    /** Attacks 7 and 8, and 33. */
    @ParameterizedTest
    @CsvSource({
        "code_challenge,,invalid_request",
        "code_challenge,short,invalid_request",
        "code_challenge_method,,invalid_request",
        "code_challenge_method,plain,invalid_request",
        "code_challenge_method,s256,invalid_request",
        "response_type,,invalid_request",
        "response_type,token,unsupported_response_type",
        "resource,https://other.example/mcp,invalid_target",
        "scope,xray:nothing,invalid_scope"
    })
    void attack07And08RequestWithoutS256IsRefused(String parameter, String value, String error) throws Exception {
        Map<String, String> request = server.request(client);
        request.remove(parameter);
        if (value != null) {
            request.put(parameter, value);
        }

        URI answer = Browser.location(server.ask(browser, request));

        assertThat(answer.toString()).startsWith(REDIRECT + "?");
        assertThat(parameter(answer, "error")).contains(error);
        assertThat(parameter(answer, "code")).isEmpty();
    }

    /** Attack 16. */
    @Test
    void attack16ConsentWithoutItsTokenOrFromElsewhereIsRefused() throws Exception {
        String page = server.ask(browser, server.request(client)).body();
        String home = server.people().server().base().toString();
        Map<String, String> fields = new LinkedHashMap<>(OAuthServer.fields(page));
        fields.put("decision", "allow");

        assertErrorPage(browser.post(server.at("/oauth/authorize"), fields)); // no Origin at all
        for (String origin : List.of("https://evil.example", "null", "http://localhost:1")) {
            HttpResponse<String> response = browser.post(server.at("/oauth/authorize"), fields, "Origin", origin);
            assertThat(response.statusCode()).as(origin).isEqualTo(403);
        }
        for (String token : List.of("", "x", "A".repeat(43))) {
            fields.put("csrf", token);
            assertErrorPage(browser.post(server.at("/oauth/authorize"), fields, "Origin", home));
        }
    }

    /** Attack 17. */
    @Test
    void attack17PagesAreNeverFramedAndLoadNothing() throws Exception {
        HttpResponse<String> page = server.ask(browser, server.request(client));

        assertThat(page.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; style-src 'sha256-")
                .contains("form-action 'self' https://client.example;", "frame-ancestors 'none'", "base-uri 'none'");
        assertThat(page.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(page.body()).doesNotContain("<script", "src=", "@import", "url(");
    }

    /** Attack 18. */
    @Test
    void attack18ConsentForOneClientIsNoneForAnother() throws Exception {
        String other = server.client(REDIRECT);
        server.code(browser, server.request(client));
        assertThat(server.ask(browser, server.request(client)).body())
                .as("asked again")
                .contains("Allow</button>");

        Map<String, String> fields =
                OAuthServer.fields(server.ask(browser, server.request(client)).body());
        fields.put("decision", "allow");
        fields.put("client_id", other);
        assertErrorPage(browser.post(
                server.at("/oauth/authorize"),
                fields,
                "Origin",
                server.people().server().base().toString()));
    }

    /** Attack 18, of the same client with more than was shown. */
    @Test
    void attack18ConsentToLessIsNoneToMore() throws Exception {
        Map<String, String> request = server.request(client);
        request.put("scope", "xray:memory.read");
        Map<String, String> fields =
                OAuthServer.fields(server.ask(browser, request).body());
        fields.put("decision", "allow");
        fields.put("scope", "xray:memory.read xray:memory.write");

        assertErrorPage(browser.post(
                server.at("/oauth/authorize"),
                fields,
                "Origin",
                server.people().server().base().toString()));
    }

    /** Attack 19. */
    @Test
    void attack19NameOfAClientIsTextWhateverItHolds() throws Exception {
        String name = "<script>alert(1)</script>\" onload='x' \u202Egnp.exe\u0000";
        String evil = (String)
                Json.readObject(server.register(Map.of("client_name", name, "redirect_uris", List.of(REDIRECT)))
                                .body())
                        .get("client_id");

        String page = server.ask(browser, server.request(evil)).body();

        assertThat(page)
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&#39;x&#39; \uFFFDgnp.exe\uFFFD")
                .doesNotContain("<script", "\u202E", "\u0000");
        assertThat(server.register(Map.of("client_name", "n".repeat(10_000), "redirect_uris", List.of(REDIRECT)))
                        .statusCode())
                .isEqualTo(400);
    }

    /** Attack 23. */
    @Test
    void attack23ClientThatAnswersOnTheOwnMachineIsWarnedOf() throws Exception {
        String local = server.client("http://localhost:1234/callback");
        Map<String, String> request = server.request(local);
        request.put("redirect_uri", "http://localhost:1234/callback");

        assertThat(server.ask(browser, request).body())
                .contains("class=\"warning\"", "localhost:1234", "anybody may use any name");
    }

    /** Attack 5. */
    @Test
    void attack05LoopbackPortIsFreeAndNothingElse() throws Exception {
        String local = server.client("http://127.0.0.1:1234/callback?x=1");
        Map<String, String> request = server.request(local);

        for (String other : List.of("http://127.0.0.1:9/callback?x=1", "http://127.0.0.1/callback?x=1")) {
            request.put("redirect_uri", other);
            assertThat(server.ask(browser, request).statusCode()).as(other).isEqualTo(200);
        }
        for (String other : List.of(
                "http://127.0.0.1:9/other?x=1",
                "http://127.0.0.1:9/callback",
                "http://localhost:1234/callback?x=1",
                "https://127.0.0.1:1234/callback?x=1",
                "http://127.0.0.2:1234/callback?x=1")) {
            request.put("redirect_uri", other);
            assertErrorPage(server.ask(browser, request));
        }
    }

    /** Attack 26. */
    @Test
    void attack26ClientCannotGrantItselfScopes() throws Exception {
        String greedy = (String) Json.readObject(server.register(
                                Map.of("redirect_uris", List.of(REDIRECT), "scope", "xray:admin xray:memory.write"))
                        .body())
                .get("client_id");
        Map<String, String> request = server.request(greedy);
        request.put("scope", "xray:admin xray:memory.read");

        String page = server.ask(browser, request).body();
        assertThat(page).doesNotContain("<code>xray:admin").doesNotContain("<code>xray:memory.write");
        Map<String, Object> tokens = server.tokens(server.redemption(greedy, server.code(browser, request)));
        assertThat(server.admit(tokens).scopes()).containsExactly(Caller.MEMORY_READ);

        request.put("scope", "xray:admin");
        assertThat(parameter(Browser.location(server.ask(browser, request)), "error"))
                .contains("invalid_scope");
    }

    /** Attack 33. */
    @Test
    void attack33ResourceIsComparedAsItIsWritten() throws Exception {
        for (String other : List.of("#x", "/", "?", "/..", "%2f")) {
            Map<String, String> request = server.request(client);
            request.put("resource", server.resource() + other);
            assertThat(parameter(Browser.location(server.ask(browser, request)), "error"))
                    .as(other)
                    .contains("invalid_target");
        }
        String query = Browser.form(server.request(client));
        assertErrorPage(browser.get(server.at("/oauth/authorize?" + query + "&resource=https://other.example")));
    }

    /** Attack 34. */
    @ParameterizedTest
    @ValueSource(strings = {"client_id", "redirect_uri", "state", "scope", "code_challenge", "zzz"})
    void attack34ParametersGivenTwiceAreAnErrorPage(String name) throws Exception {
        String query = Browser.form(server.request(client)) + "&" + name + "=x&" + name + "=y";

        assertErrorPage(browser.get(server.at("/oauth/authorize?" + query)));
    }

    /** Attack 35. */
    @Test
    void attack35LineBreaksInTheStateReachNoHeader() throws Exception {
        Map<String, String> request = server.request(client);
        request.put("state", "x\r\nSet-Cookie: evil=1");

        HttpResponse<String> response = server.ask(browser, request);

        assertErrorPage(response);
        assertThat(response.headers().allValues("Set-Cookie")).isEmpty();
        request.put("state", "a&code=evil#=%0d%0a");
        URI answer = Browser.location(
                server.decide(browser, server.ask(browser, request).body(), "deny"));
        assertThat(parameter(answer, "state")).contains("a&code=evil#=%0d%0a");
        assertThat(parameter(answer, "code")).isEmpty();
    }

    private static void assertErrorPage(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isIn(400, 403);
        assertThat(response.headers().firstValue("Location")).isEmpty();
        assertThat(response.body()).contains("Access was not given").doesNotContain("Allow</button>");
    }
}
