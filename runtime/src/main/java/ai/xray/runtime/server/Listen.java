package ai.xray.runtime.server;

import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the server listens.
 *
 * @param port 0 for any free one
 */
public record Listen(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]*):(\\d{1,5})");
    private static final int MAX_PORT = 65535;

    /** {@code HOST:PORT}; without a host every address of the machine is meant. */
    public static Listen parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MAX_PORT) {
            throw new UsageException(
                    "--listen: '%s' is not an address; allowed: HOST:PORT with a port of 0 to 65535.".formatted(text));
        }
        String host = matcher.group(1).replaceAll("[\\[\\]]", "");
        return new Listen(host.isEmpty() ? "0.0.0.0" : host, Integer.parseInt(matcher.group(2)));
    }

    /** The address, looked up once. */
    InetAddress address() {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new UsageException("--listen: the host '%s' is not known.".formatted(host));
        }
    }

    /** Refuses an address that cannot be listened on, before anything is started. */
    public void requireFree() {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(address(), port));
        } catch (IOException e) {
            throw new UnavailableException(
                    "--listen: cannot listen on %s:%d (%s); stop the program that does, or choose another port."
                            .formatted(host, port, e.getMessage()),
                    e);
        }
    }
}
