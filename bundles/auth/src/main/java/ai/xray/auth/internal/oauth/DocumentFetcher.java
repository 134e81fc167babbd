package ai.xray.auth.internal.oauth;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Fetches small JSON documents from URLs that strangers chose, and nothing else (server-side request forgery). A name is looked
 * up once, every address it has must be public, and the connection goes to the address that was checked, so that a name that
 * changes its address in between gains nothing; that is why this speaks HTTP itself. Redirects are not followed, and size, time
 * and type are bounded. Thread-safe.
 */
final class DocumentFetcher {
    /** The most bytes of a document. */
    static final int MOST_BYTES = 32 * 1024;

    private static final int MOST_HEADER_BYTES = 16 * 1024;
    private static final int HTTPS = 443;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] 200(?: .*)?");
    private static final Pattern JSON = Pattern.compile("application/(?:[a-z0-9.-]+\\+)?json(?:\\s*;.*)?");

    private final Resolver resolver;
    private final Predicate<InetAddress> allowed;
    private final Supplier<SSLSocketFactory> tls;
    private final Duration longest;

    /** Looks up names. */
    interface Resolver {
        /** All addresses of a name. */
        InetAddress[] resolve(String host) throws IOException;
    }

    DocumentFetcher(
            Resolver resolver, Predicate<InetAddress> allowed, Supplier<SSLSocketFactory> tls, Duration longest) {
        this.resolver = resolver;
        this.allowed = allowed;
        this.tls = tls;
        this.longest = longest;
    }

    /** One that reaches public addresses alone and takes 5 seconds at most. */
    static DocumentFetcher ofTheInternet() {
        return new DocumentFetcher(
                InetAddress::getAllByName,
                PublicAddresses::contain,
                () -> (SSLSocketFactory)
                        SSLSocketFactory.getDefault(), // when needed, because it reads many certificates
                Duration.ofSeconds(5));
    }

    /**
     * The document.
     *
     * @param uri an https URL with a host
     * @throws IOException when it is not there, or too large, slow, elsewhere or no JSON
     */
    byte[] fetch(URI uri) throws IOException {
        Deadline deadline = new Deadline(System.nanoTime() + longest.toNanos());
        int port = uri.getPort() < 0 ? HTTPS : uri.getPort();
        InetAddress address = checked(uri.getHost());
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(address, port), deadline.millis());
            plain.setSoTimeout(deadline.millis());
            try (SSLSocket socket = (SSLSocket) tls.get().createSocket(plain, uri.getHost(), port, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                socket.getOutputStream().write(request(uri));
                return body(read(socket, deadline));
            }
        }
    }

    private InetAddress checked(String host) throws IOException {
        InetAddress[] addresses = resolver.resolve(host);
        for (InetAddress address : addresses) {
            if (!allowed.test(address)) {
                throw new IOException("the host has an address that is not public");
            }
        }
        return addresses[0];
    }

    /** HTTP/1.0, so that the body comes as it is and ends with the connection. */
    private static byte[] request(URI uri) {
        return """
                GET %s HTTP/1.0\r
                Host: %s\r
                Accept: application/json\r
                User-Agent: xray\r
                Connection: close\r
                \r
                """.formatted(uri.getRawPath(), uri.getRawAuthority()).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] read(SSLSocket socket, Deadline deadline) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[4096];
        while (true) {
            socket.setSoTimeout(deadline.millis());
            int count = in.read(buffer);
            if (count < 0) {
                return answer.toByteArray();
            }
            answer.write(buffer, 0, count);
            if (answer.size() > MOST_HEADER_BYTES + MOST_BYTES) {
                throw new IOException("the answer is too large");
            }
        }
    }

    private static byte[] body(byte[] answer) throws IOException {
        String text = new String(answer, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        String[] lines = end < 0 ? new String[] {""} : text.substring(0, end).split("\r\n", -1);
        if (!STATUS.matcher(lines[0]).matches()) {
            throw new IOException("the answer is no success");
        }
        if (!header(lines, "content-type")
                        .filter(type -> JSON.matcher(type).matches())
                        .isPresent()
                || header(lines, "transfer-encoding").isPresent()
                || header(lines, "content-encoding").isPresent()) {
            throw new IOException("the answer is not plain JSON");
        }
        byte[] body = text.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
        if (body.length > MOST_BYTES) {
            throw new IOException("the document is too large");
        }
        return body;
    }

    private static Optional<String> header(String[] lines, String name) {
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).toLowerCase(Locale.ROOT).equals(name)) {
                return Optional.of(line.substring(colon + 1).strip().toLowerCase(Locale.ROOT));
            }
        }
        return Optional.empty();
    }

    /** A point in time of {@link System#nanoTime()}. */
    private record Deadline(long nanos) {
        /** How long it is till then, as sockets want it. */
        int millis() throws IOException {
            long left = (nanos - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new IOException("the answer took too long");
            }
            return (int) left;
        }
    }
}
