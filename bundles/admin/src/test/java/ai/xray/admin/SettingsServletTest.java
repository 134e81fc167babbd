package ai.xray.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.setting.ServerSettings;
import ai.xray.setting.SettingException;
import ai.xray.setting.SettingException.Reason;
import ai.xray.setting.SettingStatus;
import ai.xray.setting.SettingStatus.Effect;
import ai.xray.setting.SettingStatus.Source;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SettingsServletTest {
    private static final String PATH = "/v1/admin/settings";

    private final List<String> changes = new ArrayList<>();
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        server = new AdminServer(PATH + "/*", new SettingsServlet(AdminServer.AUTHENTICATOR, settings()));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void settingsAreListedAndOneIsTold() throws Exception {
        Map<String, Object> watts = Map.of(
                "name", "watts",
                "description", "How bright.",
                "type", "integer",
                "list", false,
                "default", "10",
                "min", "1",
                "value", "20",
                "source", "flag",
                "effect", "at_once");
        assertThat(Json.readObject(server.get(PATH).body())).isEqualTo(Map.of("settings", List.of(watts)));
        assertThat(Json.readObject(server.get(PATH + "/watts").body())).isEqualTo(watts);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"value":"20"}      | watts=20
            {"value":20}        | watts=20
            {"value":true}      | watts=true
            {"value":["a","b"]} | watts=a,b
            {"value":""}        | watts=
            """)
    void valuesAreTakenAsFlagsWouldGiveThem(String body, String change) throws Exception {
        assertThat(put("watts", body).statusCode()).isEqualTo(200);
        assertThat(changes).containsExactly(change);
    }

    @Test
    void changeIsTakenBack() throws Exception {
        assertThat(server.send(server.request(PATH + "/watts").DELETE()).statusCode())
                .isEqualTo(200);
        assertThat(changes).containsExactly("-watts");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            wats  | {"value":"1"}     | 404
            watts | {"value":"wrong"} | 400
            watts | {"value":"full"}  | 503
            watts | {"value":{}}      | 400
            watts | {"value":[1]}     | 400
            watts | {}                | 400
            watts | [                 | 400
            """)
    void whatCannotBeDoneIsRefused(String name, String body, int status) throws Exception {
        HttpResponse<String> reply = put(name, body);

        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        assertThat(Json.readObject(reply.body()).get("detail")).asString().isNotBlank();
        assertThat(changes).isEmpty();
    }

    @Test
    void onlyAnAdministratorSeesOrChangesThem() throws Exception {
        for (Map.Entry<String, Integer> other :
                Map.of("Bearer agent", 403, "Bearer wrong", 401).entrySet()) {
            assertThat(server.send(server.request(PATH).setHeader("Authorization", other.getKey()))
                            .statusCode())
                    .isEqualTo(other.getValue());
            assertThat(server.send(server.request(PATH + "/watts")
                                    .setHeader("Authorization", other.getKey())
                                    .DELETE())
                            .statusCode())
                    .isEqualTo(other.getValue());
            assertThat(server.send(server.request(PATH + "/watts")
                                    .setHeader("Authorization", other.getKey())
                                    .header("Content-Type", "application/json")
                                    .PUT(BodyPublishers.ofString("{\"value\":\"1\"}")))
                            .statusCode())
                    .isEqualTo(other.getValue());
        }
        assertThat(changes).isEmpty();
    }

    private HttpResponse<String> put(String name, String body) throws Exception {
        return server.send(server.request(PATH + "/" + name)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body)));
    }

    private ServerSettings settings() {
        SettingStatus watts = new SettingStatus(
                "watts",
                "How bright.",
                "integer",
                false,
                "10",
                List.of(),
                Optional.of("1"),
                Optional.empty(),
                Optional.of("20"),
                Source.FLAG,
                Effect.AT_ONCE,
                Optional.empty());
        return new ServerSettings() {
            @Override
            public List<SettingStatus> list() {
                return List.of(watts);
            }

            @Override
            public SettingStatus get(String name) {
                if (!name.equals("watts")) {
                    throw new SettingException(Reason.UNKNOWN, "setting '%s' is not known.".formatted(name));
                }
                return watts;
            }

            @Override
            public SettingStatus set(String name, String value) {
                SettingStatus status = get(name);
                switch (value) {
                    case "wrong" -> throw new SettingException(Reason.NOT_ALLOWED, "watts: is wrong.");
                    case "full" -> throw new SettingException(Reason.NOT_KEPT, "watts: cannot be kept.");
                    default -> changes.add(name + "=" + value);
                }
                return status;
            }

            @Override
            public SettingStatus reset(String name) {
                SettingStatus status = get(name);
                changes.add("-" + name);
                return status;
            }
        };
    }
}
