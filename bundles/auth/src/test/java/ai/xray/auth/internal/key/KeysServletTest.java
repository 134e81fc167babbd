package ai.xray.auth.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.web.Browser;
import ai.xray.auth.internal.web.TestServer;
import ai.xray.json.Json;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import ai.xray.store.memory.InMemoryRecords;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysServletTest {
    private static final Authenticator AUTHENTICATOR = request -> new Caller(
            "tester",
            Caller.Credential.OPERATOR_TOKEN,
            request.authorization().equals(Optional.of("Bearer admin")) ? Set.of(Caller.ADMIN) : Set.of(),
            new Author(Origin.DERIVED, "tester"));

    private final KeyRing keys = new KeyRing(new AuthRecords(new InMemoryRecords()));
    private final KeyCheck check = new KeyCheck(keys);
    private final Browser browser = new Browser();
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer()
                .with(new KeysServlet(AUTHENTICATOR, keys), "/v1/admin/keys", "/v1/admin/keys/*")
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        server.close();
    }

    @Test
    void keyIsShownOnceAndLetsItsHolderInUntilItIsRevoked() throws Exception {
        Map<String, Object> made =
                post("{\"name\":\"ada\",\"scopes\":[\"xray:memory.read\"],\"expires_in_days\":30}", 201);
        String text = (String) made.get("key");

        Caller caller = check.callerOf(shown(text)).orElseThrow();
        assertThat(caller.name()).isEqualTo("ada");
        assertThat(caller.credential()).isEqualTo(Caller.Credential.PERSONAL_KEY);
        assertThat(caller.scopes()).containsExactly(Caller.MEMORY_READ);
        assertThat(caller.author()).isEqualTo(new Author(Origin.DERIVED, "ada"));

        String listed = send("GET", "", "", "admin").body();
        assertThat(listed).contains("\"ada\"", "\"used\":\"20").doesNotContain(text.substring(22), "digest");

        assertThat(send("DELETE", "/" + made.get("id"), "", "admin").statusCode())
                .isEqualTo(200);
        assertThat(check.callerOf(shown(text))).isEmpty();
        assertThat(send("DELETE", "/" + made.get("id"), "", "admin").statusCode())
                .isEqualTo(404);
    }

    @Test
    void keysOfAgentsPassDoorsForAgentsAndNoOthers() throws Exception {
        String agent =
                (String) post("{\"name\":\"bot\",\"kind\":\"agent\"}", 201).get("key");
        String personal = (String) post("{\"name\":\"ada\"}", 201).get("key");

        assertThat(check.callerOf(shown(agent))).isEmpty();
        assertThat(check.callerOf(shown(personal).forAgents())).isEmpty();
        assertThat(check.callerOf(shown(agent).forAgents()))
                .hasValueSatisfying(caller -> assertThat(caller.credential()).isEqualTo(Caller.Credential.AGENT_KEY));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|name",
                "{'name':1}|name",
                "{'name':'a b'}|name",
                "{'name':'a','kind':'robot'}|kind",
                "{'name':'a','kind':7}|kind",
                "{'name':'a','scopes':'xray:admin'}|scopes",
                "{'name':'a','scopes':[1]}|scopes",
                "{'name':'a','scopes':[]}|scopes",
                "{'name':'a','scopes':['xray:all']}|scopes",
                "{'name':'a','expires_in_days':0}|expires_in_days",
                "{'name':'a','expires_in_days':3651}|expires_in_days",
                "{'name':'a','expires_in_days':1.5}|expires_in_days",
                "{'name':'a','expires_in_days':'1'}|expires_in_days",
                "{'nam':'a'}|body",
                "[]|body",
                "{|body"
            })
    void wrongFieldIsNamedAndNothingIsMade(String body, String field) throws Exception {
        Map<String, Object> problem = post(body.replace('\'', '"'), 400);

        assertThat(problem.get("field")).isEqualTo(field);
        assertThat(keys.list()).isEmpty();
    }

    @Test
    void nobodyButAnAdministratorSeesOrChangesKeys() throws Exception {
        Map<String, Object> made = post("{\"name\":\"ada\"}", 201);

        assertThat(send("GET", "", "", "other").statusCode()).isEqualTo(403);
        assertThat(send("POST", "", "{\"name\":\"eve\"}", "other").statusCode()).isEqualTo(403);
        assertThat(send("DELETE", "/" + made.get("id"), "", "other").statusCode())
                .isEqualTo(403);
        assertThat(keys.list()).hasSize(1);
    }

    @Test
    void bodyThatIsTooLongIsRefused() throws Exception {
        assertThat(send("POST", "", "{\"name\":\"" + "a".repeat(5000) + "\"}", "admin")
                        .statusCode())
                .isEqualTo(413);
    }

    private static AccessRequest shown(String key) {
        return new AccessRequest(Optional.of("localhost"), Optional.empty(), Optional.of("Bearer " + key), "127.0.0.1");
    }

    private Map<String, Object> post(String body, int status) throws Exception {
        HttpResponse<String> response = send("POST", "", body, "admin");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return Json.readObject(response.body());
    }

    private HttpResponse<String> send(String method, String path, String body, String who) throws Exception {
        URI uri = server.base().resolve("/v1/admin/keys" + path);
        List<String> headers = List.of("Authorization", "Bearer " + who, "Content-Type", "application/json");
        return browser.send(method, uri, BodyPublishers.ofString(body), headers.toArray(String[]::new));
    }
}
