package ai.xray.auth.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.auth.internal.session.SignInServer;
import ai.xray.auth.internal.web.Browser;
import ai.xray.json.Json;
import java.net.URI;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A whole authorization server with a client, a browser and a person, who can be honest and otherwise. */
final class OAuthServer {
    static final String REDIRECT = "https://client.example/callback";
    static final String VERIFIER = "v".repeat(43);
    private static final Pattern FIELD = Pattern.compile("name=\"([a-z_]+)\" value=\"([^\"]*)\"");

    private final SignInServer people;
    private final Grants grants;
    private final Browser program = new Browser();

    OAuthServer() throws Exception {
        this(new DocumentFetcher(
                host -> {
                    throw new UnknownHostException(host);
                },
                _ -> false,
                () -> {
                    throw new AssertionError("nothing is fetched here");
                },
                Duration.ofSeconds(1)));
    }

    OAuthServer(DocumentFetcher fetcher) throws Exception {
        people = new SignInServer();
        grants = new Grants(people.records());
        Clients clients = new Clients(
                people.records(), new ClientDocuments(fetcher, people.records().clock()));
        people.server()
                .with(
                        new MetadataServlet(people.doorkeeper(), people.address()),
                        "/.well-known/oauth-protected-resource",
                        "/.well-known/oauth-protected-resource/mcp",
                        "/.well-known/oauth-authorization-server",
                        "/.well-known/openid-configuration")
                .with(new RegisterServlet(people.doorkeeper(), clients, people.records()), "/oauth/register")
                .with(
                        new TokenServlet(people.doorkeeper(), clients, grants, people.records()),
                        "/oauth/token",
                        "/oauth/revoke")
                .with(
                        new AuthorizeServlet(
                                people.doorkeeper(),
                                people.address(),
                                people.check(),
                                people.providers(),
                                clients,
                                grants),
                        "/oauth/authorize");
        people.doorkeeper().addCheck(new AccessTokenCheck(grants, people.guests(), people.address()));
        people.doorkeeper().setChallenger(new WhereToAsk(people.address(), people.providers()));
        people.start(grants);
    }

    SignInServer people() {
        return people;
    }

    URI at(String path) {
        return people.at(path);
    }

    String resource() {
        return at("/mcp").toString();
    }

    /** What a registration is answered with. */
    HttpResponse<String> register(Map<String, ?> fields) throws Exception {
        return program.send(
                "POST",
                at("/oauth/register"),
                BodyPublishers.ofString(Json.write(fields)),
                "Content-Type",
                "application/json");
    }

    /** The id of a new client with these redirect URIs. */
    String client(String... redirects) throws Exception {
        HttpResponse<String> response =
                register(Map.of("client_name", "Test client", "redirect_uris", List.of(redirects)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return (String) Json.readObject(response.body()).get("client_id");
    }

    /** A right request of a client. */
    Map<String, String> request(String client) {
        Map<String, String> request = new LinkedHashMap<>();
        request.put("response_type", "code");
        request.put("client_id", client);
        request.put("redirect_uri", REDIRECT);
        request.put("state", "the state");
        request.put("code_challenge", Pkce.challenge(VERIFIER));
        request.put("code_challenge_method", "S256");
        request.put("resource", resource());
        return request;
    }

    HttpResponse<String> ask(Browser browser, Map<String, String> request) throws Exception {
        return browser.get(at("/oauth/authorize?" + Browser.form(request)));
    }

    /** The fields of a page's form. */
    static Map<String, String> fields(String page) {
        Map<String, String> fields = new HashMap<>();
        Matcher field = FIELD.matcher(page);
        while (field.find()) {
            fields.put(field.group(1), field.group(2).replace("&amp;", "&"));
        }
        return fields;
    }

    /** Presses a button of the page. */
    HttpResponse<String> decide(Browser browser, String page, String decision) throws Exception {
        Map<String, String> fields = fields(page);
        fields.put("decision", decision);
        return browser.post(
                at("/oauth/authorize"), fields, "Origin", people.server().base().toString());
    }

    /** The code that a person who is signed in and agrees gives. */
    String code(Browser browser, Map<String, String> request) throws Exception {
        HttpResponse<String> answer = decide(browser, ask(browser, request).body(), "allow");
        return parameter(Browser.location(answer), "code").orElseThrow();
    }

    /** A right redemption. */
    Map<String, String> redemption(String client, String code) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("client_id", client);
        form.put("code", code);
        form.put("redirect_uri", REDIRECT);
        form.put("code_verifier", VERIFIER);
        form.put("resource", resource());
        return form;
    }

    Map<String, String> refreshment(String client, Map<String, Object> tokens) {
        return new LinkedHashMap<>(Map.of("grant_type", "refresh_token", "client_id", client, "refresh_token", (String)
                tokens.get("refresh_token")));
    }

    HttpResponse<String> token(Map<String, String> form) throws Exception {
        return program.post(at("/oauth/token"), form);
    }

    Map<String, Object> tokens(Map<String, String> form) throws Exception {
        HttpResponse<String> response = token(form);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Json.readObject(response.body());
    }

    /** The OAuth error that a token request is answered with. */
    String error(Map<String, String> form) throws Exception {
        HttpResponse<String> response = token(form);
        assertThat(response.statusCode()).as(response.body()).isBetween(400, 401);
        return (String) Json.readObject(response.body()).get("error");
    }

    /** Tokens of a person who is signed in and agrees. */
    Map<String, Object> connect(Browser browser, String client) throws Exception {
        return tokens(redemption(client, code(browser, request(client))));
    }

    /** Who comes in at a door for programs. */
    Caller admit(Map<String, Object> tokens) {
        return people.doorkeeper().admit(access(Optional.of("Bearer " + tokens.get("access_token"))));
    }

    AccessRequest access(Optional<String> authorization) {
        return new AccessRequest(
                        Optional.of(people.server().base().getAuthority()),
                        Optional.empty(),
                        authorization,
                        "127.0.0.1")
                .at(people.server().base().getPort());
    }

    HttpResponse<String> revoke(String token, String client) throws Exception {
        return program.post(at("/oauth/revoke"), Map.of("token", token, "client_id", client));
    }

    HttpResponse<String> get(String path) throws Exception {
        return program.get(at(path));
    }

    /** A parameter of a URL. */
    static Optional<String> parameter(URI uri, String name) {
        for (String pair : Optional.ofNullable(uri.getRawQuery()).orElse("").split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return Optional.of(URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }

    void close() throws Exception {
        program.close();
        people.close();
    }
}
