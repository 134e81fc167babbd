package ai.xray.embedder.vertex;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.remote.Limits;
import ai.xray.remote.RemoteServer;
import ai.xray.remote.Wording;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Application default credentials: the file that {@code GOOGLE_APPLICATION_CREDENTIALS} names, else the one that
 * {@code gcloud auth application-default login} leaves, else the metadata server of the machine. They are looked for each time
 * a token is needed, about once an hour, so that a file that comes or changes is used.
 */
final class DefaultCredentials implements Credentials, AutoCloseable {
    private static final String VARIABLE = "GOOGLE_APPLICATION_CREDENTIALS";
    private static final String FILE = "application_default_credentials.json";
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]{1,253}(:\\d{1,5})?");

    /** The metadata server is near or not there: little patience. */
    private static final Limits NEAR = new Limits(Duration.ofSeconds(10), 3, Duration.ofMillis(200), 1, 64 * 1024);

    private static final Limits TOKENS = new Limits(Duration.ofSeconds(30), 4, Duration.ofMillis(200), 1, 64 * 1024);

    private final Map<String, String> environment;
    private final Path home;
    private final InstantSource clock;
    private final RemoteServer tokenServer = new RemoteServer(
            new Wording("Google's token server", "token_uri of the credentials", "the application default credentials"),
            TOKENS);
    private final RemoteServer metadataServer = new RemoteServer(
            new Wording("Google's metadata server", "GCE_METADATA_HOST", "the service account of this machine"), NEAR);

    DefaultCredentials(Map<String, String> environment, Path home, InstantSource clock) {
        this.environment = Map.copyOf(environment);
        this.home = home;
        this.clock = clock;
    }

    @Override
    public AccessToken ask() throws IOException {
        Optional<CredentialsFile> file = file();
        if (file.isPresent()) {
            return of(file.get()).ask();
        }
        try {
            return new MetadataServer(metadataAddress(), metadataServer).ask();
        } catch (Refusal wrong) {
            throw new IOException(wrong.getMessage(), wrong);
        } catch (IOException e) {
            throw new IOException(
                    "no Google credentials were found: set %s to a key file, sign in by 'gcloud auth application-default login', or run where there is a metadata server (%s)"
                            .formatted(VARIABLE, e.getMessage()),
                    e);
        }
    }

    @Override
    public void close() {
        tokenServer.close();
        metadataServer.close();
    }

    private Credentials of(CredentialsFile file) throws IOException {
        return switch (file.type()) {
            case "service_account" -> new ServiceAccount(file, tokenServer, clock);
            case "authorized_user" -> new SignedInUser(file, tokenServer);
            default ->
                throw new IOException("%s: its type '%s' is not supported; allowed: service_account, authorized_user"
                        .formatted(file.name(), Spelling.excerpt(file.type())));
        };
    }

    private Optional<CredentialsFile> file() throws IOException {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isBlank()) {
            return Optional.of(CredentialsFile.read(VARIABLE, path(named)));
        }
        Path left = configuration().resolve(FILE);
        return Files.exists(left) ? Optional.of(CredentialsFile.read("gcloud's " + FILE, left)) : Optional.empty();
    }

    private Path configuration() throws IOException {
        String moved = environment.getOrDefault("CLOUDSDK_CONFIG", "");
        if (!moved.isBlank()) {
            return path(moved);
        }
        String windows = environment.getOrDefault("APPDATA", "");
        return windows.isBlank()
                ? home.resolve(".config", "gcloud")
                : path(windows).resolve("gcloud");
    }

    private URI metadataAddress() {
        String host = environment.getOrDefault("GCE_METADATA_HOST", "metadata.google.internal");
        if (!HOST.matcher(host).matches()) {
            throw Refusal.invalid(
                    "GCE_METADATA_HOST",
                    "GCE_METADATA_HOST: '%s' must be a host or host:port.".formatted(Spelling.excerpt(host)));
        }
        return URI.create("http://" + host);
    }

    private static Path path(String text) throws IOException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IOException("'%s' is not a path".formatted(Spelling.excerpt(text.replace('\0', ' '))), e);
        }
    }
}
