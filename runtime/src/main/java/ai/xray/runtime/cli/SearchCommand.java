package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.client.ServerAccess;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** {@code xray search}: finds cells by words and by meaning. */
final class SearchCommand implements Command {
    private static final String SEARCH = "/v1/admin/memory/search";
    private static final String INDENT = " ".repeat(4);

    private final Console console;

    SearchCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed = Installed.forArguments(args);
        Flags flags = ServerFlags.addTo(
                new Flags("search", "Finds cells by words and by meaning, best first.")
                        .words("QUERY", "What to look for; a blank one gives the newest cells.")
                        .value("limit", "N", "The most cells to show, 1 to 50; default 10.")
                        .value("subject", "SUBJECT", "Also this tenant's private cells, and not those of others.")
                        .values("kind", "KIND", "Only cells of this kind; again, or with commas, for several.")
                        .values(
                                "tag",
                                "TAG",
                                "Only cells that carry this tag; again for several, all of which they carry."),
                installed);
        Optional<Given> given = flags.read(args, console.out());
        return given.isEmpty() ? Cli.OK : search(given.get(), installed);
    }

    private int search(Given given, Installed installed) throws IOException, BundleException, InterruptedException {
        String path = SEARCH + "?" + parameters(given);
        ServerFlags.requireData(given, installed);
        try (ServerAccess access = ServerFlags.connect(given, installed)) {
            Map<String, Object> reply = access.client().get(path);
            if (given.toggle("json")) {
                console.out().println(Json.write(reply));
            } else {
                show(reply);
            }
        }
        return Cli.OK;
    }

    private static String parameters(Given given) {
        List<String> parameters = new ArrayList<>();
        parameters.add(parameter("q", given.requireText("xray search QUERY")));
        given.value("subject").ifPresent(subject -> parameters.add(parameter("subject", subject)));
        given.value("limit").ifPresent(limit -> parameters.add(parameter("limit", limit)));
        given.values("kind").forEach(kind -> parameters.add(parameter("kinds", kind)));
        given.values("tag").forEach(tag -> parameters.add(parameter("tags", tag)));
        return String.join("&", parameters);
    }

    private static String parameter(String name, String value) {
        return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private void show(Map<String, Object> reply) {
        List<Map<String, Object>> results =
                ((List<?>) reply.get("results")).stream().map(Json::asObject).toList();
        int rank = 0;
        for (Map<String, Object> result : results) {
            rank++;
            line("%2d  %s  %-16s %s  %s"
                    .formatted(
                            rank,
                            score(result),
                            String.join("+", matched(result)),
                            result.get("kind"),
                            result.get("id")));
            line(INDENT + result.get("title"));
            line(INDENT
                    + String.valueOf(result.get("content")).lines().findFirst().orElse(""));
        }
        String count = switch (results.size()) {
            case 0 -> "nothing found";
            case 1 -> "1 cell";
            default -> results.size() + " cells";
        };
        console.out().printf("%s, mode %s, limit %s%n", count, reply.get("mode"), reply.get("limit"));
        Optional.ofNullable(reply.get("degraded"))
                .ifPresent(why -> console.out().println("degraded: " + why));
    }

    private void line(String text) {
        console.out().println(console.fit(text));
    }

    private static List<String> matched(Map<String, Object> result) {
        return ((List<?>) result.get("matched")).stream().map(String::valueOf).toList();
    }

    private static String score(Map<String, Object> result) {
        return new BigDecimal(String.valueOf(result.get("score")))
                .setScale(3, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
