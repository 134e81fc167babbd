package ai.xray.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.search.SemanticIndex;
import ai.xray.search.SemanticIndex.Progress;
import ai.xray.search.SemanticIndexes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IndexesServletTest {
    private static final String PATH = "/v1/admin/search";

    private AdminServer server;

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void progressOfEveryIndexIsTold() throws Exception {
        serve(List.of(indexes(
                new Progress("table;1", 7, 2, Optional.empty()), new Progress("", 0, 9, Optional.of("it is down")))));

        assertThat(Json.readObject(server.get(PATH).body()))
                .isEqualTo(Map.of(
                        "indexes",
                        List.of(
                                Map.of("fingerprint", "table;1", "embedded", 7L, "waiting", 2L),
                                Map.of("fingerprint", "", "embedded", 0L, "waiting", 9L, "problem", "it is down"))));
    }

    @Test
    void withoutAServiceThereIsNone() throws Exception {
        serve(List.of());

        assertThat(Json.readObject(server.get(PATH).body())).isEqualTo(Map.of("indexes", List.of()));
        assertThat(server.get(PATH + "?all=1").statusCode()).isEqualTo(400);
        assertThat(server.send(server.request(PATH).setHeader("Authorization", "Bearer agent"))
                        .statusCode())
                .isEqualTo(403);
    }

    private void serve(List<SemanticIndexes> services) throws Exception {
        server = new AdminServer(PATH, new IndexesServlet(AdminServer.AUTHENTICATOR, services));
    }

    private static SemanticIndexes indexes(Progress... progress) {
        return new SemanticIndexes() {
            @Override
            public <A> SemanticIndex<A> open(Texts texts) {
                throw new AssertionError("an admin opens none");
            }

            @Override
            public List<Progress> progress() {
                return List.of(progress);
            }
        };
    }
}
