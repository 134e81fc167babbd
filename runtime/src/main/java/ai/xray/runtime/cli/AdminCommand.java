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
import java.util.Optional;
import org.osgi.framework.BundleException;

/** {@code xray admin …}: changes a server over its REST API. */
final class AdminCommand implements Command {
    private static final String FEATURES = "/v1/admin/features";

    private final Console console;

    AdminCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed = Installed.forArguments(args);
        Flags flags = ServerFlags.addTo(
                new Flags("admin", "Lists the features of a server, enables and disables them.")
                        .words("features [enable|disable NAME]", "What to do."),
                installed);
        Optional<Given> given = flags.read(args, console.out());
        if (given.isEmpty()) {
            return Cli.OK;
        }
        List<String> words = given.get().words();
        boolean list = words.equals(List.of("features"));
        boolean change = words.size() == 3
                && words.getFirst().equals("features")
                && List.of("enable", "disable").contains(words.get(1));
        if (!list && !change) {
            throw new UsageException("usage: xray admin features [enable NAME | disable NAME] [--url URL] [--json].");
        }
        try (ServerAccess access = ServerFlags.connect(given.get(), installed)) {
            Map<String, Object> reply = list
                    ? access.client().get(FEATURES)
                    : set(access.client(), words.get(2), words.get(1).equals("enable"));
            show(reply, given.get().toggle("json"));
        }
        return Cli.OK;
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
