package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.client.RestClient;
import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleException;

/** {@code xray admin features}. */
final class AdminFeatures {
    private static final String FEATURES = "/v1/admin/features";

    private final Console console;

    AdminFeatures(Console console) {
        this.console = console;
    }

    /** Lists them, or enables or disables one, as {@code words} say. */
    void run(List<String> words, Given given, Installed installed)
            throws IOException, BundleException, InterruptedException {
        boolean list = words.isEmpty();
        boolean change = words.size() == 2 && List.of("enable", "disable").contains(words.getFirst());
        if (!list && !change) {
            throw new UsageException("usage: xray admin features [enable NAME | disable NAME] [--url URL] [--json].");
        }
        try (ServerAccess access = ServerFlags.connect(given, installed)) {
            Map<String, Object> reply = list
                    ? access.client().get(FEATURES)
                    : set(access.client(), words.get(1), words.getFirst().equals("enable"));
            show(reply, given.toggle("json"));
        }
    }

    private static Map<String, Object> set(RestClient client, String feature, boolean enabled)
            throws InterruptedException {
        byte[] body = Json.write(Map.of("enabled", enabled)).getBytes(StandardCharsets.UTF_8);
        String path = FEATURES + "/" + URLEncoder.encode(feature, StandardCharsets.UTF_8);
        return client.send("PUT", path, "application/json", body);
    }

    private void show(Map<String, Object> reply, boolean json) {
        if (json) {
            console.out().println(Json.write(reply));
        } else if (reply.get("features") instanceof List<?> features) {
            features.forEach(feature -> print(Json.asObject(feature)));
        } else {
            print(reply);
        }
    }

    private void print(Map<String, Object> feature) {
        console.out()
                .printf(
                        "%-12s %-9s %s%n",
                        feature.get("name"),
                        Boolean.TRUE.equals(feature.get("enabled")) ? "enabled" : "disabled",
                        feature.get("description"));
    }
}
