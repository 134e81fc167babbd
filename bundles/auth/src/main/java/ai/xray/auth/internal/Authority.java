package ai.xray.auth.internal;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code host[:port]} of a {@code Host} header, an origin or an address to listen on.
 *
 * @param host in lower case: a DNS name, a dotted IPv4 address, or an IPv6 address without its brackets
 */
public record Authority(String host, OptionalInt port) {
    private static final int HIGHEST_PORT = 65_535;

    // Four full decimal numbers and no other spelling of IPv4 (octal, one big number): guards are passed by what two
    // sides read differently.
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern IPV4_ADDRESS = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    private static final Pattern DNS_NAME = Pattern.compile("(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(?:.*\\.)?(?:\\d+|0x[0-9a-f]*)");
    private static final Pattern FORM =
            Pattern.compile("(?:\\[([0-9a-f:.]{2,45})\\]|([^\\[\\]:@/\\s]+))(?::(\\d{1,5}))?");

    /** The authority that {@code text} spells, or empty when it spells none. */
    public static Optional<Authority> parse(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            return Optional.empty();
        }
        OptionalInt port =
                form.group(3) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(form.group(3)));
        boolean hostFits =
                form.group(1) != null ? isIpv6(form.group(1)) : isIpv4(form.group(2)) || isName(form.group(2));
        if (!hostFits || port.orElse(0) > HIGHEST_PORT) {
            return Optional.empty();
        }
        return Optional.of(new Authority(form.group(1) != null ? form.group(1) : form.group(2), port));
    }

    /** Whether the host is an IP address rather than a name. */
    public boolean isAddress() {
        return isIpv4(host) || host.indexOf(':') >= 0;
    }

    /** Whether the host is this machine and nothing else: {@code localhost}, 127.0.0.0/8 or {@code ::1}. */
    public boolean isLoopback() {
        return host.equals("localhost")
                || (isAddress() && InetAddress.ofLiteral(host).isLoopbackAddress());
    }

    /** Whether both name one host and, where neither says, one port of a scheme whose default is {@code defaultPort}. */
    boolean sameAs(Authority other, int defaultPort) {
        return host.equals(other.host) && port.orElse(defaultPort) == other.port.orElse(defaultPort);
    }

    private static boolean isIpv4(String host) {
        return IPV4_ADDRESS.matcher(host).matches();
    }

    private static boolean isIpv6(String host) {
        try {
            return host.indexOf(':') >= 0 && InetAddress.ofLiteral(host) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Names whose last label is a number are addresses in some spelling to a browser (WHATWG URL), so not names here. */
    private static boolean isName(String host) {
        return DNS_NAME.matcher(host).matches() && !ENDS_IN_NUMBER.matcher(host).matches();
    }
}
