package ai.xray.remote;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * The address of a server that an operator named.
 *
 * @param uri without user, query and fragment, and without a slash at its end
 */
public record Endpoint(URI uri) {
    private static final int LONGEST = 2000;
    private static final int HIGHEST_PORT = 65_535;
    private static final String METADATA_HOST = "metadata.google.internal";

    /**
     * Reads an address.
     *
     * <p>A server on this machine or in a private network is what many embed with, so such are allowed. Link-local addresses
     * are not: there live the metadata servers of clouds, which give out credentials and never embed.
     *
     * @param setting what refusals speak of
     * @throws Refusal when {@code text} is no such address
     */
    public static Endpoint parse(String setting, String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            throw Refusal.invalid(setting, setting + ": must be set, for example http://localhost:11434.");
        }
        URI uri = read(trimmed)
                .filter(Endpoint::fits)
                .orElseThrow(() -> Refusal.invalid(
                        setting,
                        "%s: '%s' must be an http or https URL without user, query and fragment, for example %s."
                                .formatted(setting, Spelling.excerpt(withoutUser(text)), "http://localhost:11434")));
        Optional<InetAddress> address = literal(uri.getHost());
        if (uri.getHost().toLowerCase(Locale.ROOT).equals(METADATA_HOST)
                || address.map(InetAddress::isLinkLocalAddress).orElse(false)) {
            throw Refusal.invalid(
                    setting,
                    "%s: '%s' is a link-local address, which is not allowed."
                            .formatted(setting, Spelling.excerpt(uri.getHost())));
        }
        return new Endpoint(uri);
    }

    /** Whether what is sent can be read on its way: no TLS, and not to this machine. */
    public boolean isExposed() {
        boolean here = uri.getHost().equalsIgnoreCase("localhost")
                || literal(uri.getHost()).map(InetAddress::isLoopbackAddress).orElse(false);
        return !uri.getScheme().equals("https") && !here;
    }

    /** The path, {@code ""} for none. */
    public String path() {
        return uri.getRawPath();
    }

    /** The address with {@code suffix} behind it. */
    public URI with(String suffix) {
        return URI.create(uri + suffix);
    }

    private static Optional<URI> read(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(text.replaceAll("/+$", ""));
            String scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
            return uri.getScheme() == null
                    ? Optional.empty()
                    : Optional.of(new URI(scheme + uri.toString().substring(scheme.length())));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static boolean fits(URI uri) {
        return (uri.getScheme().equals("http") || uri.getScheme().equals("https"))
                && uri.getHost() != null
                && uri.getRawUserInfo() == null
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null
                && uri.getPort() != 0
                && uri.getPort() <= HIGHEST_PORT
                && uri.toString().chars().allMatch(c -> c < 0x7F);
    }

    /** The address that a host spells, or none for a name: nothing is looked up. */
    private static Optional<InetAddress> literal(String host) {
        try {
            return Optional.of(InetAddress.ofLiteral(host.replaceAll("^\\[|\\]$", "")));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A password in a URL is not repeated. */
    private static String withoutUser(String text) {
        return text.replaceAll("//[^/]*@", "//…@");
    }
}
