package ai.xray.auth.internal.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The cookies of this server. Over https their names begin with {@code __Host-}, by which browsers promise that this host alone
 * set them, for all paths and over https (RFC 6265bis, section 4.1.3.2). A server on loopback has no https, so its cookies have
 * plain names there and nowhere else.
 */
public final class Cookies {
    /** The session. */
    public static final String SESSION = "xray";

    /** A sign-in under way. */
    static final String SIGN_IN = "xray-signin";

    private static final String HOST_PREFIX = "__Host-";
    private static final String LOOPBACK_SUFFIX = "-loopback";
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{1,200}");

    private Cookies() {}

    /** The value of a cookie in a {@code Cookie} header; none when there are two, since one of them was planted. */
    public static Optional<String> value(String header, String name, boolean secure) {
        String wanted = name(name, secure);
        List<String> values = new ArrayList<>();
        for (String pair : header.split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equals(wanted)) {
                values.add(pair.substring(equals + 1).strip());
            }
        }
        return values.size() == 1
                ? Optional.of(values.getFirst())
                        .filter(value -> VALUE.matcher(value).matches())
                : Optional.empty();
    }

    /** The {@code Set-Cookie} header of a cookie that lasts for {@code seconds}; 0 takes it away. */
    static String set(String name, String value, boolean secure, long seconds) {
        return "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s"
                .formatted(name(name, secure), value, seconds, secure ? "; Secure" : "");
    }

    private static String name(String name, boolean secure) {
        return secure ? HOST_PREFIX + name : name + LOOPBACK_SUFFIX;
    }
}
