package ai.xray.auth.internal.oauth;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;

/**
 * Which addresses are of the internet at large (the special-purpose registries of IANA, RFC 6890). Ranges that carry an IPv4
 * address inside an IPv6 one, such as NAT64 and 6to4, are none: what they lead to depends on the network.
 */
final class PublicAddresses {
    private static final List<Range> NOT_PUBLIC = List.of(
            Range.of("0.0.0.0", 8),
            Range.of("10.0.0.0", 8),
            Range.of("100.64.0.0", 10),
            Range.of("127.0.0.0", 8),
            Range.of("169.254.0.0", 16),
            Range.of("172.16.0.0", 12),
            Range.of("192.0.0.0", 24),
            Range.of("192.0.2.0", 24),
            Range.of("192.88.99.0", 24),
            Range.of("192.168.0.0", 16),
            Range.of("198.18.0.0", 15),
            Range.of("198.51.100.0", 24),
            Range.of("203.0.113.0", 24),
            Range.of("224.0.0.0", 3),
            Range.of("2001::", 23),
            Range.of("2001:db8::", 32),
            Range.of("2002::", 16),
            Range.of("3fff::", 20));

    /** Global unicast; everything of IPv6 beside it is special. */
    private static final Range GLOBAL_IPV6 = Range.of("2000::", 3);

    private record Range(InetAddress first, int bits) {
        static Range of(String first, int bits) {
            return new Range(InetAddress.ofLiteral(first), bits);
        }

        boolean contains(InetAddress address) {
            byte[] a = first.getAddress();
            byte[] b = address.getAddress();
            if (a.length != b.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % Byte.SIZE);
                if (((a[bit / Byte.SIZE] ^ b[bit / Byte.SIZE]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private PublicAddresses() {}

    /** Whether {@code address} is one of them. */
    static boolean contain(InetAddress address) {
        return (address instanceof Inet4Address || GLOBAL_IPV6.contains(address))
                && NOT_PUBLIC.stream().noneMatch(range -> range.contains(address));
    }
}
