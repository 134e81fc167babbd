package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.client.RestClient;
import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.server.InUseException;
import ai.xray.runtime.server.SettingsAtRest;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.UsageException;
import ai.xray.setting.ServerSettings;
import ai.xray.setting.SettingException;
import ai.xray.setting.SettingStatus;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/**
 * {@code xray admin settings}: those of a server that runs, and where none does those that the next one will find in the data
 * directory.
 */
final class AdminSettings {
    private static final String SETTINGS = "/v1/admin/settings";
    private static final String USAGE = "usage: xray admin settings [NAME [VALUE | --reset]] [--url URL] [--json].";

    private final Console console;

    AdminSettings(Console console) {
        this.console = console;
    }

    /** What is asked for; empty where all settings are to be listed. */
    private record Request(Optional<String> name, Optional<String> value, boolean reset) {
        static Request of(List<String> words, boolean reset) {
            boolean named = !words.isEmpty();
            boolean valued = words.size() == 2;
            if (words.size() > 2 || (reset && (!named || valued))) {
                throw new UsageException(USAGE);
            }
            return new Request(
                    words.stream().findFirst(), valued ? Optional.of(words.getLast()) : Optional.empty(), reset);
        }
    }

    /** Lists them, tells of one, changes it, or takes its change back, as {@code words} and flags say. */
    void run(List<String> words, Given given, Installed installed)
            throws IOException, BundleException, InterruptedException {
        Request request = Request.of(words, given.toggle("reset"));
        ServerFlags.requireTogether(given);
        Map<String, Object> reply =
                given.value("url").isPresent() ? remote(request, given, installed) : local(request, given, installed);
        show(request, reply, given.toggle("json"));
    }

    private static Map<String, Object> local(Request request, Given given, Installed installed)
            throws IOException, BundleException, InterruptedException {
        try (SettingsAtRest rest = SettingsAtRest.open(installed.configuration(given.settings(installed.settings())))) {
            return atRest(request, rest.settings());
        } catch (InUseException e) {
            return remote(request, given, installed);
        }
    }

    private static Map<String, Object> atRest(Request request, ServerSettings settings) {
        try {
            if (request.name().isEmpty()) {
                return Map.of(
                        "settings",
                        settings.list().stream().map(SettingStatus::fields).toList());
            }
            String name = request.name().get();
            SettingStatus status = request.reset()
                    ? settings.reset(name)
                    : request.value().map(value -> settings.set(name, value)).orElseGet(() -> settings.get(name));
            return status.fields();
        } catch (SettingException e) {
            throw e.reason() == SettingException.Reason.NOT_KEPT
                    ? new UnavailableException(e.getMessage(), e)
                    : new RefusedException(e.getMessage());
        }
    }

    private static Map<String, Object> remote(Request request, Given given, Installed installed)
            throws IOException, BundleException, InterruptedException {
        try (ServerAccess access = ServerFlags.connect(given, installed)) {
            RestClient client = access.client();
            if (request.name().isEmpty()) {
                return client.get(SETTINGS);
            }
            String path = SETTINGS + "/" + URLEncoder.encode(request.name().get(), StandardCharsets.UTF_8);
            if (request.reset()) {
                return client.send("DELETE", path, "application/json", new byte[0]);
            }
            if (request.value().isPresent()) {
                byte[] body = Json.write(Map.of("value", request.value().get())).getBytes(StandardCharsets.UTF_8);
                return client.send("PUT", path, "application/json", body);
            }
            return client.get(path);
        }
    }

    private void show(Request request, Map<String, Object> reply, boolean json) {
        if (json) {
            console.out().println(Json.write(reply));
        } else if (reply.get("settings") instanceof List<?> settings) {
            settings.forEach(setting -> print(Json.asObject(setting)));
        } else {
            print(reply);
            if (request.value().isEmpty() && !request.reset()) {
                explain(reply);
            }
        }
    }

    /** One line: what it is, where that comes from, and what it will be. */
    private void print(Map<String, Object> setting) {
        String next = setting.get("next") == null ? "" : next(Json.asObject(setting.get("next")));
        console.out().printf("%-32s %s%s%n", setting.get("name"), valueAndSource(setting), next);
    }

    private static String next(Map<String, Object> next) {
        return "; from the next start on " + valueAndSource(next);
    }

    private static String valueAndSource(Map<String, Object> fields) {
        Object value = fields.get("value");
        String shown = value == null ? "(not shown)" : value.toString().isEmpty() ? "(empty)" : value.toString();
        return "%s [%s]".formatted(shown, fields.get("source"));
    }

    private void explain(Map<String, Object> setting) {
        List<String> lines = new ArrayList<>();
        lines.add(String.valueOf(setting.get("description")));
        if (setting.get("allowed") instanceof List<?> allowed) {
            lines.add("One of: "
                    + String.join(", ", allowed.stream().map(String::valueOf).toList()) + ".");
        }
        if (setting.containsKey("min") || setting.containsKey("max")) {
            lines.add(
                    "From %s to %s.".formatted(setting.getOrDefault("min", "any"), setting.getOrDefault("max", "any")));
        }
        Object standard = setting.get("default");
        if (!String.valueOf(standard).isEmpty()) {
            lines.add("Default: " + standard + ".");
        }
        lines.add(
                "at_once".equals(setting.get("effect"))
                        ? "A change takes effect at once."
                        : "A change takes effect at the next start.");
        lines.forEach(line -> console.out().println("  " + line));
    }
}
