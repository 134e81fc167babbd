package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Http;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

/** What an admin does over REST. */
record Admin(Http http) {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    /** How far the index of memory by meaning is. */
    record Progress(String fingerprint, long embedded, long waiting) {
        /** Whether all of memory is served by vectors of an embedder whose fingerprint begins so. */
        boolean serves(String embedder) {
            return fingerprint.startsWith(embedder) && embedded > 0;
        }
    }

    /** Changes a setting; what the server says of it then. */
    Map<String, Object> set(String setting, Object value) throws IOException {
        return done(http.put("/v1/admin/settings/" + setting, JSON, Json.write(Map.of("value", value))));
    }

    /** Takes the change of a setting back. */
    Map<String, Object> reset(String setting) throws IOException {
        return done(http.delete("/v1/admin/settings/" + setting, Map.of()));
    }

    /** What the server says of a setting. */
    Map<String, Object> setting(String name) throws IOException {
        return done(http.get("/v1/admin/settings/" + name));
    }

    /** What the server answers to a change of a setting that it refuses. */
    HttpResponse<String> refused(String setting, String body) throws IOException {
        return http.put("/v1/admin/settings/" + setting, JSON, body);
    }

    void feature(String name, boolean enabled) throws IOException {
        done(http.put("/v1/admin/features/" + name, JSON, Json.write(Map.of("enabled", enabled))));
    }

    Progress progress() throws IOException {
        List<?> indexes = (List<?>) done(http.get("/v1/admin/search")).get("indexes");
        assertThat(indexes).hasSize(1);
        Map<String, Object> index = Json.asObject(indexes.getFirst());
        return new Progress(
                (String) index.get("fingerprint"), (Long) index.get("embedded"), (Long) index.get("waiting"));
    }

    private static Map<String, Object> done(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.readObject(answer.body());
    }
}
