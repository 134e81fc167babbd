package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.fakes.signin.FakeEntra;
import ai.xray.fakes.signin.FakeGitHub;
import ai.xray.harness.Distribution;
import ai.xray.harness.ServerProcess;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person signs in with GitHub or Microsoft Entra and lets an MCP client in, all over sockets. */
class SignInIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String REDIRECT = "http://127.0.0.1:1/callback";
    private static final String APP_SECRET = "s3cr3t-of-the-oauth-app";
    private static final String TENANT = "11111111-2222-3333-4444-555555555555";
    private static final String VERIFIER = "v".repeat(43);
    private static final Pattern FIELD = Pattern.compile("name=\"([a-z_]+)\" value=\"([^\"]*)\"");

    @TempDir
    private Path dataDir;

    @TempDir
    private Path secrets;

    private final FakeGitHub gitHub = new FakeGitHub("client", APP_SECRET);
    private final FakeEntra entra =
            new FakeEntra("client", APP_SECRET, new FakeEntra.User(TENANT, "ada-object", "Ada"));
    private final CookieManager cookies = new PlainCookies();
    private final HttpClient browser = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(cookies)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final HttpClient steps = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(cookies)
            .build();
    private ServerProcess server;

    /** Sends cookies as browsers do: the JDK takes those with a Max-Age for RFC 2965's, which are quoted. */
    private static final class PlainCookies extends CookieManager {
        @Override
        public void put(URI uri, Map<String, List<String>> headers) throws IOException {
            super.put(uri, headers);
            getCookieStore().getCookies().forEach(cookie -> cookie.setVersion(0));
        }
    }

    @BeforeEach
    void start() throws Exception {
        Path secret = Files.writeString(secrets.resolve("github"), APP_SECRET + "\n");
        gitHub.signIn(new FakeGitHub.User(4711, "ada", List.of("acme")));
        server = Distribution.built()
                .serve(
                        dataDir,
                        "--dev=false",
                        "--log-level=info",
                        "--features=admin,signin",
                        "--github-client-id=client",
                        "--github-client-secret-file=" + secret,
                        "--github-url=" + gitHub.url(),
                        "--github-api-url=" + gitHub.apiUrl(),
                        "--entra-tenant=" + TENANT,
                        "--entra-client-id=client",
                        "--entra-client-secret-file=" + secret,
                        "--entra-url=" + entra.url(),
                        "--auth-allow=github:org:acme,entra:tenant:" + TENANT,
                        "--admins=github:4711");
    }

    @AfterEach
    void stop() {
        browser.shutdownNow();
        steps.shutdownNow();
        server.close();
        gitHub.close();
        entra.close();
    }

    @Test
    void personSignsInAndAdministersAndIsSignedInAfterARestartOfTheServer() throws Exception {
        assertThat(get("/v1/me").statusCode()).isEqualTo(401);

        assertThat(get("/v1/auth/login/github?return=/v1/me").body()).contains("\"github:4711\"", "xray:admin");
        assertThat(get("/v1/admin/keys").statusCode()).isEqualTo(200);
        assertThat(get("/mcp").statusCode())
                .as("a session is no credential at /mcp")
                .isEqualTo(401);
        assertThat(gitHub.complaints()).isEmpty();

        URI before = server.baseUri();
        server.stop();
        assertThat(server.log())
                .contains("event=sign-in account=\"github:4711\"")
                .doesNotContain(APP_SECRET)
                .doesNotContain(cookies.getCookieStore().getCookies().getFirst().getValue());
        gitHub.tokens().forEach(token -> assertThat(server.log()).doesNotContain(token));
        server = server.restart();
        assertThat(server.baseUri().getHost()).isEqualTo(before.getHost());
        assertThat(get("/v1/me").body()).contains("\"github:4711\"");
    }

    @Test
    void personWritesOverRestWithTheTokenOfTheSessionAlone() throws Exception {
        get("/v1/auth/login/github?return=/v1/me");
        String csrf = (String) Json.readObject(get("/v1/me").body()).get("csrf_token");

        assertThat(write("").statusCode()).isEqualTo(403);
        assertThat(write("x".repeat(csrf.length())).statusCode()).isEqualTo(403);
        HttpResponse<String> written = write(csrf);
        assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
        assertThat(written.body()).contains("\"human\"");
        assertThat(get("/v1/memory/search?query=anchorage").body()).contains("The anchorage");
        HttpResponse<String> notes = get("/v1/notes");
        assertThat(notes.statusCode()).as(notes.body()).isEqualTo(200);
    }

    private HttpResponse<String> write(String csrf) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.baseUri().resolve("/v1/memory"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.write(
                        Map.of("kind", "note", "title", "The anchorage", "content", "Two ships lie there."))));
        return send(steps, csrf.isEmpty() ? request : request.header("X-CSRF-Token", csrf));
    }

    @Test
    void personSignsInWithEntra() throws Exception {
        assertThat(get("/v1/auth/login").body()).contains("Sign in with GitHub", "Sign in with Microsoft");

        assertThat(get("/v1/auth/login/entra?return=/v1/me").body())
                .contains("\"entra:" + TENANT + ":ada-object\"", "\"Ada\"")
                .doesNotContain("xray:admin");
        assertThat(entra.complaints()).isEmpty();
    }

    @Test
    void whoIsNotOnTheListStaysOutside() throws Exception {
        gitHub.signIn(new FakeGitHub.User(666, "eve", List.of("evil")));

        HttpResponse<String> page = get("/v1/auth/login/github?return=/v1/me");

        assertThat(page.statusCode()).isEqualTo(403);
        assertThat(page.body()).contains("github:666");
        assertThat(get("/v1/me").statusCode()).isEqualTo(401);
    }

    @Test
    void clientFindsItsWayFromTheRefusalToTheToolsItWasGranted() throws Exception {
        HttpResponse<String> refused = mcp("", "search_memory", Map.of("query", "anything"));
        assertThat(refused.statusCode()).isEqualTo(401);
        Map<String, Object> resource = json(URI.create(challenge(refused, "resource_metadata")));
        URI issuer = URI.create(
                ((List<?>) resource.get("authorization_servers")).getFirst().toString());
        Map<String, Object> metadata = json(issuer.resolve("/.well-known/oauth-authorization-server"));
        assertThat(metadata).containsEntry("issuer", issuer.toString());

        String client = register(URI.create((String) metadata.get("registration_endpoint")));
        Map<String, Object> tokens = connect(metadata, client, (String) resource.get("resource"), "xray:memory.read");
        String access = (String) tokens.get("access_token");

        HttpResponse<String> found = mcp(access, "search_memory", Map.of("query", "anything"));
        assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
        HttpResponse<String> tooMuch =
                mcp(access, "upsert_memory", Map.of("kind", "note", "title", "A title", "content", "Some content."));
        assertThat(tooMuch.statusCode()).isEqualTo(403);
        assertThat(challenge(tooMuch, "error")).isEqualTo("insufficient_scope");
        assertThat(challenge(tooMuch, "scope")).contains("xray:memory.write");

        Map<String, Object> wider =
                connect(metadata, client, (String) resource.get("resource"), "xray:memory.read xray:memory.write");
        HttpResponse<String> written = mcp(
                (String) wider.get("access_token"),
                "upsert_memory",
                Map.of("kind", "note", "title", "A title", "content", "Some content."));
        assertThat(written.body()).contains("\"derived\"").doesNotContain("\"isError\":true");

        String csrf = (String) Json.readObject(get("/v1/me").body()).get("csrf_token");
        HttpResponse<String> signedOut = send(
                steps,
                HttpRequest.newBuilder(server.baseUri().resolve("/v1/auth/logout?everywhere=true"))
                        .header("X-CSRF-Token", csrf)
                        .POST(BodyPublishers.noBody()));
        assertThat(signedOut.statusCode()).as(signedOut.body()).isEqualTo(200);
        assertThat(mcp(access, "search_memory", Map.of("query", "anything")).statusCode())
                .isEqualTo(401);
    }

    private Map<String, Object> connect(Map<String, Object> metadata, String client, String resource, String scope)
            throws Exception {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("response_type", "code");
        asked.put("client_id", client);
        asked.put("redirect_uri", REDIRECT);
        asked.put("code_challenge", challengeOf(VERIFIER));
        asked.put("code_challenge_method", "S256");
        asked.put("scope", scope);
        asked.put("resource", resource);
        String authorize = (String) metadata.get("authorization_endpoint");
        HttpResponse<String> page = send(browser, HttpRequest.newBuilder(URI.create(authorize + "?" + form(asked))));
        if (page.body().contains("/v1/auth/login/github")) {
            page = get(page.body().replaceFirst("(?s).*href=\"([^\"]*)\".*", "$1"));
        }
        assertThat(page.body()).contains("An agent", "127.0.0.1:1", "Allow</button>");
        Map<String, String> answer = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(page.body());
        while (field.find()) {
            answer.put(field.group(1), field.group(2));
        }
        answer.put("decision", "allow");
        String location =
                post(authorize, answer).headers().firstValue("Location").orElseThrow();
        Map<String, String> redemption = new LinkedHashMap<>();
        redemption.put("grant_type", "authorization_code");
        redemption.put("client_id", client);
        redemption.put("code", location.replaceFirst(".*[?&]code=([^&]*).*", "$1"));
        redemption.put("redirect_uri", REDIRECT);
        redemption.put("code_verifier", VERIFIER);
        redemption.put("resource", resource);
        HttpResponse<String> tokens = post((String) metadata.get("token_endpoint"), redemption);
        assertThat(tokens.statusCode()).as(tokens.body()).isEqualTo(200);
        return Json.readObject(tokens.body());
    }

    private String register(URI endpoint) throws Exception {
        HttpResponse<String> registered = send(
                steps,
                HttpRequest.newBuilder(endpoint)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(
                                Json.write(Map.of("client_name", "An agent", "redirect_uris", List.of(REDIRECT))))));
        assertThat(registered.statusCode()).as(registered.body()).isEqualTo(201);
        return (String) Json.readObject(registered.body()).get("client_id");
    }

    private HttpResponse<String> mcp(String token, String tool, Map<String, Object> arguments) throws Exception {
        Map<String, Object> meta = Map.of(
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28",
                "io.modelcontextprotocol/clientInfo",
                Map.of("name", "signin-it", "version", "1"),
                "io.modelcontextprotocol/clientCapabilities",
                Map.of());
        Map<String, Object> call = Map.of(
                "jsonrpc",
                "2.0",
                "id",
                1,
                "method",
                "tools/call",
                "params",
                Map.of("name", tool, "arguments", arguments, "_meta", meta));
        HttpRequest.Builder request = HttpRequest.newBuilder(server.baseUri().resolve("/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool)
                .POST(BodyPublishers.ofString(Json.write(call)));
        return send(steps, token.isEmpty() ? request : request.header("Authorization", "Bearer " + token));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(browser, HttpRequest.newBuilder(server.baseUri().resolve(path)));
    }

    private Map<String, Object> json(URI uri) throws Exception {
        return Json.readObject(send(steps, HttpRequest.newBuilder(uri)).body());
    }

    private HttpResponse<String> post(String uri, Map<String, String> form) throws Exception {
        return send(
                steps,
                HttpRequest.newBuilder(URI.create(uri))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", server.baseUri().toString().replaceFirst("/$", ""))
                        .POST(BodyPublishers.ofString(form(form))));
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
    }

    private static String challenge(HttpResponse<?> response, String parameter) {
        String header = response.headers().firstValue("WWW-Authenticate").orElseThrow();
        Matcher matcher = Pattern.compile(parameter + "=\"([^\"]*)\"").matcher(header);
        assertThat(matcher.find()).as(header).isTrue();
        return matcher.group(1);
    }

    private static String form(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static String challengeOf(String verifier) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }
}
