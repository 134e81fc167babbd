package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.memory.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * The URL by which people and clients reach this server, as far as it may be told to them: {@code public-url}, or the loopback
 * address it listens on. A {@code Host} header is never believed, for whoever sends it could make links lead elsewhere; it only
 * chooses between the three spellings of loopback, which all lead to this machine, so that a client that was configured with
 * one of them finds the one it knows.
 */
@Designate(ocd = ServerAddress.Config.class)
@Component(service = ServerAddress.class, configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class ServerAddress {
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

    @ObjectClassDefinition(name = "Server address", description = "Where people and clients reach the server.")
    @interface Config {
        @AttributeDefinition(
                name = "listen",
                description =
                        "Address and port to listen on, as host:port; beyond loopback clients must show a credential.")
        String listen() default "127.0.0.1:8080";

        @AttributeDefinition(
                name = "public-url",
                description =
                        "The http or https URL that people and clients reach the server by; empty when that is the"
                                + " listen address.")
        String public_url() default "";
    }

    private final Optional<String> publicUrl;
    private final Authority listen;

    @Activate
    public ServerAddress(Config config) {
        this(config.listen(), config.public_url());
    }

    /**
     * The address that these settings give.
     *
     * @throws Refusal when one of them is wrong
     */
    public ServerAddress(String listen, String publicUrl) {
        Settings settings = new Settings(false, "", listen, publicUrl, List.of(), List.of());
        this.listen = settings.listenAuthority();
        this.publicUrl = settings.publicOrigin()
                .filter(origin -> origin.scheme().equals("https") || origin.isLoopback())
                .map(_ -> publicUrl.strip().replaceFirst("/+$", ""));
    }

    /** The URL without a slash at its end; empty where there is none that is safe to sign in by. */
    public Optional<String> base(AccessRequest request) {
        if (publicUrl.isPresent()) {
            return publicUrl;
        }
        if (!listen.isLoopback()) {
            return Optional.empty();
        }
        int port = listen.port().orElse(0) != 0
                ? listen.port().getAsInt()
                : request.port().orElse(0);
        return port == 0 ? Optional.empty() : Optional.of("http://%s:%d".formatted(spelling(request), port));
    }

    /** {@link #base}, or a {@link Refusal} that tells the operator what to set. */
    public String required(AccessRequest request) {
        return base(request)
                .orElseThrow(() -> Refusal.of(
                        Refusal.Code.UNAVAILABLE,
                        "Nobody can sign in: the operator must set public-url to the https URL of this server."));
    }

    /** Every URL that means this server, as {@link #base} gives them. */
    public Set<String> all(AccessRequest request) {
        Optional<String> base = base(request);
        if (base.isEmpty() || publicUrl.isPresent()) {
            return base.map(Set::of).orElse(Set.of());
        }
        String port = base.get().substring(base.get().lastIndexOf(':'));
        return Set.of("http://127.0.0.1" + port, "http://localhost" + port, "http://[::1]" + port);
    }

    private String spelling(AccessRequest request) {
        String host = request.host().orElse("").toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
        return LOOPBACK.stream().filter(host::equals).findFirst().orElse(LOOPBACK.getFirst());
    }
}
