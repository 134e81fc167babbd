package ai.xray.runtime.cli;

import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.UsageException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code xray admin …}: changes a running server over its REST API. */
final class AdminCommand {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final PrintStream out;
    private String url = "http://127.0.0.1:8080";
    private boolean json;

    AdminCommand(PrintStream out) {
        this.out = out;
    }

    int run(String[] args) throws IOException, InterruptedException {
        List<String> words = words(args);
        boolean features = !words.isEmpty() && words.getFirst().equals("features");
        if (features && words.size() == 1) {
            return show(request("GET", "/v1/admin/features", null));
        }
        if (features && words.size() == 3 && List.of("enable", "disable").contains(words.get(1))) {
            String path = "/v1/admin/features/" + URLEncoder.encode(words.get(2), StandardCharsets.UTF_8);
            return show(request("PUT", path, "{\"enabled\":" + words.get(1).equals("enable") + "}"));
        }
        throw new UsageException(
                "usage: xray admin features [enable NAME | disable NAME] [--url http://127.0.0.1:8080] [--json].");
    }

    private List<String> words(String[] args) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--json")) {
                json = true;
            } else if (args[i].equals("--url") && i + 1 < args.length) {
                url = args[++i];
            } else if (args[i].startsWith("-")) {
                throw UsageException.unknown("admin: flag", args[i], List.of("--url", "--json"));
            } else {
                words.add(args[i]);
            }
        }
        return words;
    }

    private HttpResponse<String> request(String method, String path, String body)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/json")
                    .method(
                            method,
                            body == null
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofString(body))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IllegalArgumentException e) {
            throw new UsageException("--url: '%s' is not a URL.".formatted(url));
        } catch (java.net.ConnectException e) {
            throw new UnavailableException("no server answers at %s; start one, or give its --url.".formatted(url), e);
        }
    }

    private int show(HttpResponse<String> response) {
        boolean refused = response.statusCode() >= 400;
        if (json) {
            out.println(response.body());
        } else if (refused) {
            throw new RefusedException(read(response.body()).asJsonObject().getString("detail", response.body()));
        } else {
            JsonValue reply = read(response.body());
            JsonObject object = reply.asJsonObject();
            if (object.containsKey("features")) {
                object.getJsonArray("features").forEach(feature -> print(feature.asJsonObject()));
            } else {
                print(object);
            }
        }
        return refused ? Cli.REFUSED : Cli.OK;
    }

    private void print(JsonObject feature) {
        out.printf(
                "%-12s %-9s %s%n",
                feature.getString("name"),
                feature.getBoolean("enabled") ? "enabled" : "disabled",
                feature.getString("description"));
    }

    private static JsonValue read(String text) {
        try (JsonReader reader = JsonProvider.provider().createReader(new StringReader(text))) {
            return reader.readValue();
        } catch (jakarta.json.JsonException e) {
            throw new RefusedException("the server answered in no form of ours: "
                    + text.lines().findFirst().orElse(""));
        }
    }
}
