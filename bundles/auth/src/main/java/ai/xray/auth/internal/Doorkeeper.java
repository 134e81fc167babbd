package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Decides who comes in: the host and the origin must be ours, then the first check that knows the credential says who it is. */
@Designate(ocd = Doorkeeper.Config.class)
@Component(
        service = {Authenticator.class, Doorkeeper.class},
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        immediate = true) // for the token to be there from the start
public final class Doorkeeper implements Authenticator {
    /** Wrong credentials an address may show in a minute. */
    static final int FAILURES_PER_MINUTE = 20;

    /** Wrong credentials of one account that all addresses together may show in a minute. */
    static final int FAILURES_OF_AN_ACCOUNT = 100;

    private static final int REMEMBERED = 10_000;
    private static final System.Logger LOG = System.getLogger(Doorkeeper.class.getName());

    @ObjectClassDefinition(name = "Access", description = "Who may use the server, and by which names it is reached.")
    @interface Config {
        @AttributeDefinition(
                name = "dev",
                description =
                        "Turns sign-in off: everyone who reaches the server may do everything; only with a loopback"
                                + " listen address.")
        boolean dev() default false;

        @AttributeDefinition(
                name = "mcp-secret-file",
                description =
                        "File with the shared secret that clients send as a bearer token, 16 to 1024 visible ASCII"
                                + " characters; empty for none.")
        String mcp_secret_file() default "";

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

        @AttributeDefinition(
                name = "cors-origins",
                description =
                        "Origins of web pages that may call the server, as scheme://host[:port] with commas between"
                                + " them, besides its own and loopback ones.")
        String[] cors_origins() default {};

        @AttributeDefinition(
                name = "allowed-hosts",
                description =
                        "Further host names the server is reached by, such as a Kubernetes service's, without port and"
                                + " with commas between them.")
        String[] allowed_hosts() default {};

        @AttributeDefinition(
                name = "data-dir",
                description =
                        "Directory of the server's files, among them operator-token, which lets the command line of its"
                                + " owner administer the server.")
        String data_dir();
    }

    private final HostGuard guard;
    private final List<CredentialCheck> checks;
    private final List<CredentialCheck> furtherChecks = new CopyOnWriteArrayList<>();
    private final Optional<CredentialCheck> everybody;
    private final AtomicReference<Challenger> challenger = new AtomicReference<>();
    private final FailureLimit failures;
    private final FailureLimit failuresOfAccounts;

    @Activate
    public Doorkeeper(Config config) {
        this(
                new Settings(
                        config.dev(),
                        config.mcp_secret_file(),
                        config.listen(),
                        config.public_url(),
                        List.of(config.cors_origins()),
                        List.of(config.allowed_hosts())),
                OperatorToken.leaveIn(
                        Path.of(Objects.requireNonNull(config.data_dir(), "data-dir: a directory is required"))),
                InstantSource.system());
    }

    /**
     * @param operatorToken what the operator shows, if anything
     * @throws Refusal when a setting is wrong, or {@code dev} would open the server to a network: the launcher refuses that
     *     too, but a server that lets everybody in must not hang on one check
     */
    public Doorkeeper(Settings settings, Optional<String> operatorToken, InstantSource clock) {
        guard = new HostGuard(settings);
        checks = checks(settings, operatorToken);
        everybody = everybody(settings);
        failures = new FailureLimit(FAILURES_PER_MINUTE, Duration.ofMinutes(1), REMEMBERED, clock);
        failuresOfAccounts = new FailureLimit(FAILURES_OF_AN_ACCOUNT, Duration.ofMinutes(1), REMEMBERED, clock);
    }

    /** Accepts what {@code check} knows, from now on. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void addCheck(CredentialCheck check) {
        furtherChecks.add(check);
    }

    /** Accepts it no longer. */
    public void removeCheck(CredentialCheck check) {
        furtherChecks.remove(check);
    }

    /** Tells clients of {@code challenger} from now on. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void setChallenger(Challenger next) {
        challenger.set(next);
    }

    /** Tells of it no longer, unless another took its place. */
    public void unsetChallenger(Challenger gone) {
        challenger.compareAndSet(gone, null);
    }

    @Override
    public String challenge(AccessRequest request, boolean insufficient) {
        List<String> parameters = new ArrayList<>();
        if (insufficient) {
            parameters.add("error=\"insufficient_scope\"");
        } else if (request.authorization().isPresent()) {
            parameters.add("error=\"invalid_token\"");
        }
        Optional.ofNullable(challenger.get())
                .flatMap(there -> there.parameters(request))
                .ifPresent(parameters::add);
        return parameters.isEmpty() ? "Bearer" : "Bearer " + String.join(", ", parameters);
    }

    /**
     * Refuses a request that a browser was tricked into, at doors that ask for no credential.
     *
     * @throws Refusal {@code FORBIDDEN} for a {@code Host} or {@code Origin} that is not ours
     */
    public void guard(AccessRequest request) {
        guard.check(request);
    }

    @Override
    public Caller admit(AccessRequest request) {
        guard.check(request);
        boolean showsCredential = request.authorization().isPresent();
        List<String> claimed = allChecks()
                .map(check -> check.claimedBy(request))
                .flatMap(Optional::stream)
                .toList();
        if (showsCredential) {
            failures.check(request.remoteAddress());
            claimed.forEach(failuresOfAccounts::check);
        }
        Optional<Caller> caller = callerOf(request);
        if (caller.isPresent()) {
            return caller.get();
        }
        // Only a wrong credential is a guess. One that is missing is how clients find out what to send.
        if (showsCredential) {
            failures.count(request.remoteAddress());
            claimed.forEach(failuresOfAccounts::count);
        }
        throw Refusal.of(Refusal.Code.UNAUTHENTICATED, explanation(showsCredential));
    }

    private Optional<Caller> callerOf(AccessRequest request) {
        try {
            for (CredentialCheck check : allChecks().toList()) {
                Optional<Caller> caller = check.callerOf(request);
                if (caller.isPresent()) {
                    return caller;
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Who comes in cannot be looked up.", e);
            throw Refusal.of(Refusal.Code.UNAVAILABLE, "The server cannot look up who may come in; try again soon.");
        }
    }

    /** Whoever lets everybody in comes last, so that a credential that is shown is the one that counts. */
    private Stream<CredentialCheck> allChecks() {
        return Stream.of(checks.stream(), furtherChecks.stream(), everybody.stream())
                .flatMap(Function.identity());
    }

    private static List<CredentialCheck> checks(Settings settings, Optional<String> operatorToken) {
        List<CredentialCheck> checks = new ArrayList<>();
        operatorToken.map(OperatorTokenCheck::new).ifPresent(checks::add);
        if (!settings.secretFile().isBlank()) {
            checks.add(new SharedSecretCheck(new SecretFile("mcp-secret-file").read(settings.secretFile())));
        }
        return List.copyOf(checks);
    }

    private static Optional<CredentialCheck> everybody(Settings settings) {
        if (settings.dev()) {
            if (!settings.listenAuthority().isLoopback()) {
                throw Refusal.invalid(
                        "dev",
                        "dev: turns sign-in off, so listen must be a loopback address such as 127.0.0.1:8080; it is '%s'."
                                .formatted(settings.listen()));
            }
            LOG.log(Level.WARNING, "dev: sign-in is off; everyone on this machine may do everything.");
            return Optional.of(new DevCheck());
        }
        return Optional.empty();
    }

    private String explanation(boolean showsCredential) {
        String ways = allChecks()
                .map(CredentialCheck::howTo)
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", or "));
        if (ways.isEmpty()) {
            return "This server lets nobody in yet: its operator must set mcp-secret-file to a file with a secret, or dev on a"
                    + " loopback address.";
        }
        return "%s Send %s."
                .formatted(
                        showsCredential ? "The credential is not valid here." : "The request carries no credential.",
                        ways);
    }
}
