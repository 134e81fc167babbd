package ai.xray.auth.internal.oauth;

import ai.xray.auth.internal.Authority;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a client wants its answers (OAuth 2.1, section 2.3). Its text is what counts: it is compared character by character, and
 * a form that two programs might read differently is none.
 *
 * @param text as the client wrote it
 * @param loopback whether it leads to a program on the person's own machine
 * @param host what to show of it: a host, or the scheme of an installed app
 */
record RedirectUri(String text, boolean loopback, String host) {
    /** The longest, in characters. */
    static final int LONGEST = 2048;

    private static final Pattern CHARACTERS = Pattern.compile("[A-Za-z0-9._~:/?!$&'()*+,;=%\\[\\]-]+");
    private static final Pattern DOTS = Pattern.compile("(?i).*/(?:\\.|%2e){1,2}(?:/|\\?|$).*");
    private static final Pattern ESCAPED_SEPARATOR = Pattern.compile("(?i)%(?:2f|5c|00|0a|0d).*");
    private static final Pattern PORT = Pattern.compile("^(http://(?:\\[[^\\]]*\\]|[^/:?]*)):\\d+");

    /** Schemes of installed apps that are not named after a domain, as RFC 8252, section 7.1, would have it. */
    private static final Set<String> KNOWN_APPS = Set.of("cursor", "vscode", "vscode-insiders", "windsurf");

    /** The redirect URI that {@code text} is, or empty for one that no client may have. */
    static Optional<RedirectUri> parse(String text) {
        if (text.length() > LONGEST
                || !CHARACTERS.matcher(text).matches()
                || DOTS.matcher(text).matches()
                || ESCAPED_SEPARATOR.matcher(text).find()) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(text);
            String scheme = Optional.ofNullable(uri.getScheme()).orElse("");
            boolean web = scheme.equals("https") || scheme.equals("http");
            return web ? web(text, uri) : app(text, scheme);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Whether a request may ask for {@code asked} where this was registered: a loopback port is chosen anew each time. */
    boolean admits(RedirectUri asked) {
        return text.equals(asked.text)
                || (loopback && asked.loopback && withoutPort(text).equals(withoutPort(asked.text)));
    }

    /** What a content security policy has to allow for a form to lead there. */
    String source() {
        int end = text.indexOf('/', text.indexOf("//") + 2);
        boolean web = text.startsWith("http");
        return web
                ? end < 0 ? text.replaceFirst("\\?.*", "") : text.substring(0, end)
                : text.substring(0, text.indexOf(':') + 1);
    }

    private static Optional<RedirectUri> web(String text, URI uri) {
        String authority = Optional.ofNullable(uri.getRawAuthority()).orElse("");
        if (!authority.equals(authority.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        return Authority.parse(authority)
                .filter(parsed -> uri.getScheme().equals("https") || parsed.isLoopback())
                .map(parsed -> new RedirectUri(text, uri.getScheme().equals("http") && parsed.isLoopback(), authority));
    }

    private static Optional<RedirectUri> app(String text, String scheme) {
        boolean named = scheme.matches("[a-z][a-z0-9-]*(\\.[a-z0-9-]+)+") || KNOWN_APPS.contains(scheme);
        return named && text.startsWith(scheme + ":/")
                ? Optional.of(new RedirectUri(text, false, scheme + ":"))
                : Optional.empty();
    }

    private static String withoutPort(String text) {
        return PORT.matcher(text).replaceFirst("$1");
    }
}
