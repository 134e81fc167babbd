package ai.xray.runtime.client;

import ai.xray.runtime.server.InUseException;
import ai.xray.runtime.server.Installation;
import ai.xray.runtime.server.Server;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.Configuration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.BundleException;

/**
 * A server to talk to: one that runs, or a quiet one of this process, which lasts as long as this. Whoever may read the
 * data directory may read all memory, so the token that the server leaves there is all that is needed to come in.
 */
public final class ServerAccess implements AutoCloseable {
    private static final String TOKEN_FILE = "operator-token";
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 50;

    /** What a server of this process is told in place of what was configured: nobody is to notice that it runs. */
    private static final Map<String, String> QUIET =
            Map.of("listen", "127.0.0.1:0", "dev", "false", "mcp-secret-file", "", "retention-sweep-interval", "0");

    /** What no admin's change undoes, in a server of this process. */
    private static final Set<String> FIXED =
            Stream.concat(QUIET.keySet().stream(), Stream.of("log-level")).collect(Collectors.toUnmodifiableSet());

    private final RestClient client;
    private final Optional<Server> own;

    private ServerAccess(RestClient client, Optional<Server> own) {
        this.client = client;
        this.own = own;
    }

    /**
     * A server somewhere.
     *
     * @param tokenFile the file with the token to show, if one is to be shown
     */
    public static ServerAccess at(String url, Optional<Path> tokenFile) {
        URI base = RestClient.parse(url);
        Optional<String> token = tokenFile.map(file -> Token.read("--token-file", file));
        return new ServerAccess(new RestClient(base, token), Optional.empty());
    }

    /**
     * The server that holds the data directory, or one of this process that takes it; the operator's access to either.
     *
     * @param configuration made of settings {@linkplain #quietly changed} for a quiet server
     * @throws UnavailableException when neither can be had
     */
    public static ServerAccess to(Configuration configuration, Installation installation)
            throws IOException, BundleException, InterruptedException {
        return to(configuration, installation, configuration.dataDirectory().resolve(TOKEN_FILE));
    }

    /**
     * As {@link #to(Configuration, Installation)}, with another credential.
     *
     * @param tokenFile the file with the token to show, which a server of this process may write first
     */
    public static ServerAccess to(Configuration configuration, Installation installation, Path tokenFile)
            throws IOException, BundleException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            try {
                return own(configuration, installation, tokenFile);
            } catch (InUseException e) {
                if (e.url().isPresent()) {
                    return running(e.url().get(), tokenFile);
                }
                // a server that has not said yet where it is
                if (System.nanoTime() - start > READY_WITHIN.toNanos()) {
                    throw e;
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Adds to flags what makes a server of this process a quiet one; settings that no bundle has are left out. */
    public static void quietly(Map<String, String> flags, Collection<String> settings) {
        flags.putIfAbsent("log-level", "error");
        QUIET.forEach((name, value) -> {
            if (settings.contains(name)) {
                flags.put(name, value);
            }
        });
    }

    /** What to talk to it by. */
    public RestClient client() {
        return client;
    }

    /** Whether it is a server of this process. */
    public boolean isOwn() {
        return own.isPresent();
    }

    /** Closes the connections; stops a server of this process. */
    @Override
    public void close() throws IOException {
        client.close();
        if (own.isPresent()) {
            own.get().close();
        }
    }

    private static ServerAccess running(URI url, Path tokenFile) throws IOException {
        String token = Token.read("the token", tokenFile);
        return new ServerAccess(new RestClient(reachable(url), Optional.of(token)), Optional.empty());
    }

    private static ServerAccess own(Configuration configuration, Installation installation, Path tokenFile)
            throws IOException, BundleException, InterruptedException {
        Server server = Server.startQuietly(configuration, installation, FIXED);
        boolean ready = false;
        try {
            URI url = reachable(server.awaitReady());
            String token = Token.read("the token", tokenFile);
            ready = true;
            return new ServerAccess(new RestClient(url, Optional.of(token)), Optional.of(server));
        } finally {
            if (!ready) {
                server.close();
            }
        }
    }

    /** A server that listens on every address is asked on loopback. */
    private static URI reachable(URI url) throws IOException {
        boolean everywhere = InetAddress.getByName(url.getHost()).isAnyLocalAddress();
        String host = everywhere ? InetAddress.getLoopbackAddress().getHostAddress() : url.getHost();
        return URI.create("http://%s:%d".formatted(host, url.getPort()));
    }
}
