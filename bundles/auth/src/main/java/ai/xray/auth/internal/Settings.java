package ai.xray.auth.internal;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an operator set, as it was written; each reader of it throws a {@link Refusal} that names the setting when it is wrong.
 *
 * @param secretFile blank for none
 * @param publicUrl blank for none
 * @param corsOrigins each item one origin or several with commas between them; blank ones are skipped
 * @param allowedHosts as {@code corsOrigins}, with hosts
 */
public record Settings(
        boolean dev,
        String secretFile,
        String listen,
        String publicUrl,
        List<String> corsOrigins,
        List<String> allowedHosts) {
    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern PUBLIC_URL = Pattern.compile("(?i)(https?://[^/?#]+)(?:/[^?#]*)?");

    public Settings {
        corsOrigins = List.copyOf(corsOrigins);
        allowedHosts = List.copyOf(allowedHosts);
    }

    /** Where the server listens; no host ({@code :8080}) and {@code *} mean every interface. */
    Authority listenAuthority() {
        int colon = listen.lastIndexOf(':');
        boolean everywhere = colon == 0 || listen.startsWith("*:");
        return Authority.parse(everywhere ? "0.0.0.0" + listen.substring(colon) : listen)
                .filter(address -> address.port().isPresent())
                .orElseThrow(() -> refused(
                        "listen", listen, "must be host:port, for example 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080"));
    }

    /** The origin of {@code public-url}, where it is set. */
    Optional<WebOrigin> publicOrigin() {
        if (publicUrl.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(Optional.of(PUBLIC_URL.matcher(publicUrl.strip()))
                .filter(url -> url.matches())
                .flatMap(url -> WebOrigin.parse(url.group(1)))
                .orElseThrow(() -> refused(
                        "public-url",
                        publicUrl,
                        "must be an http or https URL without user, query and fragment, for example"
                                + " https://xray.example.com")));
    }

    /** The origins of {@code cors-origins}. */
    Set<WebOrigin> trustedOrigins() {
        Set<WebOrigin> origins = new LinkedHashSet<>();
        for (String origin : items(corsOrigins)) {
            origins.add(WebOrigin.parse(origin)
                    .orElseThrow(() -> refused(
                            "cors-origins",
                            origin,
                            "must be scheme://host or scheme://host:port, for example https://app.example.com")));
        }
        return Set.copyOf(origins);
    }

    /** The hosts of {@code allowed-hosts}, in lower case. */
    Set<String> furtherHosts() {
        Set<String> hosts = new LinkedHashSet<>();
        for (String host : items(allowedHosts)) {
            hosts.add(Authority.parse(host)
                    .filter(authority -> authority.port().equals(OptionalInt.empty()))
                    .map(Authority::host)
                    .orElseThrow(() -> refused(
                            "allowed-hosts", host, "must be a host without a port, for example xray.tools.svc")));
        }
        return Set.copyOf(hosts);
    }

    private static List<String> items(List<String> lists) {
        return lists.stream()
                .flatMap(COMMA::splitAsStream)
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    private static Refusal refused(String setting, String value, String why) {
        return Refusal.invalid(setting, "%s: '%s' %s.".formatted(setting, Spelling.excerpt(value), why));
    }
}
