package ai.xray.bench.start;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** Waits, inside a server's process, until it answers {@code /readyz} over its socket, and says so on standard output. */
final class FirstAnswer {
    private static final long POLL_MILLIS = 5;

    private FirstAnswer() {}

    static void announce(BundleContext context) throws InterruptedException, InvalidSyntaxException {
        while (true) {
            ServiceReference<?>[] runtimes =
                    context.getAllServiceReferences("org.osgi.service.servlet.runtime.HttpServiceRuntime", null);
            if (runtimes != null
                    && runtimes[0].getProperty("osgi.http.endpoint") instanceof String[] urls
                    && urls.length > 0
                    && answers(URI.create(urls[0]).getPort())) {
                System.out.println("ready at " + urls[0]);
                return;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .startsWith("HTTP/1.1 200");
        } catch (IOException e) {
            return false;
        }
    }
}
