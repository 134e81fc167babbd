package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.client.RestClient;
import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.osgi.framework.BundleException;

/** {@code xray admin keys}: lists, makes and revokes keys for programs. */
final class AdminKeys {
    private static final String KEYS = "/v1/admin/keys";
    private static final String USAGE =
            "usage: xray admin keys [create NAME [--scopes SCOPES] [--expires-in-days DAYS] [--agent] | revoke ID]"
                    + " [--url URL] [--json].";

    private final Console console;

    AdminKeys(Console console) {
        this.console = console;
    }

    /** Lists them, makes one or revokes one, as {@code words} and flags say. */
    void run(List<String> words, Given given, Installed installed)
            throws IOException, BundleException, InterruptedException {
        boolean named = words.size() == 2 && List.of("create", "revoke").contains(words.getFirst());
        if (!words.isEmpty() && !named) {
            throw new UsageException(USAGE);
        }
        boolean create = named && words.getFirst().equals("create");
        requireForCreation(create, given);
        Optional<Map<String, Object>> wanted = create ? Optional.of(body(words.get(1), given)) : Optional.empty();
        try (ServerAccess access = ServerFlags.connect(given, installed)) {
            Map<String, Object> reply = !named
                    ? access.client().get(KEYS)
                    : wanted.isPresent() ? make(access.client(), wanted.get()) : revoke(access.client(), words.get(1));
            show(reply, given.toggle("json"));
        }
    }

    private static void requireForCreation(boolean create, Given given) {
        if (!create
                && (given.toggle("agent")
                        || given.value("scopes").isPresent()
                        || given.value("expires-in-days").isPresent())) {
            throw new UsageException("--agent, --scopes and --expires-in-days are for keys create.");
        }
    }

    private static Map<String, Object> body(String name, Given given) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", name);
        body.put("kind", given.toggle("agent") ? "agent" : "personal");
        given.value("scopes").ifPresent(scopes -> body.put("scopes", List.of(scopes.split("\\s*,\\s*", -1))));
        given.value("expires-in-days").ifPresent(days -> body.put("expires_in_days", days(days)));
        return body;
    }

    private static int days(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new UsageException("--expires-in-days: '%s' is not a whole number from 1 to 3650.".formatted(text));
        }
    }

    private static Map<String, Object> make(RestClient client, Map<String, Object> wanted) throws InterruptedException {
        return client.send("POST", KEYS, "application/json", Json.write(wanted).getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> revoke(RestClient client, String id) throws InterruptedException {
        String path = KEYS + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8);
        return client.send("DELETE", path, "application/json", new byte[0]);
    }

    private void show(Map<String, Object> reply, boolean json) {
        if (json) {
            console.out().println(Json.write(reply));
        } else if (reply.get("keys") instanceof List<?> keys) {
            keys.forEach(key -> print(Json.asObject(key)));
        } else if (reply.get("key") instanceof String text) {
            print(reply);
            console.out().println("The key, which is not shown again: " + text);
        } else {
            console.out().printf("%s is revoked.%n", reply.get("id"));
        }
    }

    private void print(Map<String, Object> key) {
        String scopes = key.get("scopes") instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : "";
        console.out()
                .printf(
                        "%s  %-24s %-8s %s; %s, %s%n",
                        key.get("id"),
                        key.get("name"),
                        key.get("kind"),
                        scopes,
                        key.get("expires") == null ? "does not expire" : "expires " + key.get("expires"),
                        key.get("used") == null ? "never used" : "last used " + key.get("used"));
    }
}
