package ai.xray.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a request comes from when proxies stand before the server. Each proxy adds the address that it was asked from to the end
 * of {@code X-Forwarded-For}; what stands before those of the proxies that an operator counted, a client may have made up.
 *
 * @param proxies how many there are; 0 for none, whose header is nobody's word
 */
record ClientAddress(int proxies) {
    static final ClientAddress OF_PEER = new ClientAddress(0);

    /** The request with the address of its client as its remote address. */
    HttpServletRequest of(HttpServletRequest request) {
        if (proxies == 0) {
            return request;
        }
        String address = address(request);
        return new HttpServletRequestWrapper(request) {
            @Override
            public String getRemoteAddr() {
                return address;
            }

            @Override
            public String getRemoteHost() {
                return address;
            }
        };
    }

    /** A header that is shorter than there are proxies, or holds no address there, did not come by all of them. */
    private String address(HttpServletRequest request) {
        List<String> forwarded = new ArrayList<>();
        for (String header : Collections.list(request.getHeaders("X-Forwarded-For"))) {
            Stream.of(header.split(",", -1)).map(String::strip).forEach(forwarded::add);
        }
        return forwarded.size() < proxies
                ? request.getRemoteAddr()
                : literal(forwarded.get(forwarded.size() - proxies), request.getRemoteAddr());
    }

    private static String literal(String text, String otherwise) {
        String address = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        try {
            return InetAddress.ofLiteral(address).getHostAddress();
        } catch (IllegalArgumentException e) {
            return otherwise;
        }
    }
}
