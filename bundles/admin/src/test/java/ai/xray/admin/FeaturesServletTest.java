package ai.xray.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.feature.FeatureException;
import ai.xray.feature.FeatureStatus;
import ai.xray.feature.Features;
import ai.xray.json.Json;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class FeaturesServletTest {
    private static final String PATH = "/v1/admin/features";

    private final List<String> changes = new ArrayList<>();
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        server = new AdminServer(PATH + "/*", new FeaturesServlet(AdminServer.AUTHENTICATOR, features()));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void featuresAreListedAndChanged() throws Exception {
        assertThat(Json.readObject(server.get(PATH).body()).get("features"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
        assertThat(put("words", "{\"enabled\":true}").statusCode()).isEqualTo(200);
        assertThat(put("words", "{\"enabled\":false}").statusCode()).isEqualTo(200);
        assertThat(changes).containsExactly("+words", "-words");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "admin|{\"enabled\":false}|409",
                "wrds|{\"enabled\":true}|404",
                "wrds|{\"enabled\":false}|404",
                "words|{\"enabled\":\"yes\"}|400",
                "words|{|400",
                "words|[]|400"
            })
    void whatCannotBeDoneIsRefused(String name, String body, int status) throws Exception {
        HttpResponse<String> reply = put(name, body);

        assertThat(reply.statusCode()).isEqualTo(status);
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
            assertThat(server.send(server.request(PATH + "/words")
                                    .setHeader("Authorization", other.getKey())
                                    .header("Content-Type", "application/json")
                                    .PUT(BodyPublishers.ofString("{\"enabled\":true}")))
                            .statusCode())
                    .isEqualTo(other.getValue());
        }
        assertThat(changes).isEmpty();
    }

    private HttpResponse<String> put(String name, String body) throws Exception {
        return server.send(server.request(PATH + "/" + name)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body, StandardCharsets.UTF_8)));
    }

    private Features features() {
        FeatureStatus admin = new FeatureStatus("admin", "Administers.", true, false, List.of("ai.xray.admin"));
        FeatureStatus words = new FeatureStatus("words", "Counts.", true, false, List.of("words"));
        return new Features() {
            @Override
            public List<FeatureStatus> list() {
                return List.of(admin, words);
            }

            @Override
            public FeatureStatus enable(String name) {
                return change("+", name);
            }

            @Override
            public FeatureStatus disable(String name) {
                return change("-", name);
            }

            private FeatureStatus change(String how, String name) {
                if (!name.equals("words")) {
                    throw new FeatureException("feature '%s' is not known.".formatted(name), true);
                }
                changes.add(how + name);
                return words;
            }
        };
    }
}
