package ai.xray.runtime.server;

import ai.xray.feature.Features;
import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.LiveSettings;
import ai.xray.runtime.settings.UsageException;
import ai.xray.setting.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** A running server: the framework with the enabled features, on a data directory it alone holds. */
public final class Server implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Server.class.getName());
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final Duration TELL_AFTER = Duration.ofSeconds(10);
    private static final long STOP_MILLIS = 4_800;
    private static final long LEAST_POLL_MILLIS = 5;
    private static final long MOST_POLL_MILLIS = 500;

    /**
     * How a server is run.
     *
     * @param needed the features it has whatever an admin chose
     * @param fixed the settings that are as configured whatever an admin changed
     * @param componentLog the least severe level that the component runtime tells by itself, 0 for none
     * @param patience how long the same failure of a component may last before the server is given up
     */
    private record Manner(List<String> needed, Set<String> fixed, String componentLog, Duration patience) {
        /** Whoever runs a server may mend what makes it fail while it tries. */
        private static final Manner USUAL = new Manner(List.of(), Set.of(), "error", READY_WITHIN);

        private static Manner quiet(Set<String> fixed) {
            return new Manner(List.of("admin"), fixed, "0", Duration.ofSeconds(3));
        }
    }

    private final DataDirectory directory;
    private final OsgiFramework framework;
    private final FolderWatch dropIns;
    private final Manner manner;

    private Server(DataDirectory directory, OsgiFramework framework, FolderWatch dropIns, Manner manner) {
        this.manner = manner;
        this.directory = directory;
        this.framework = framework;
        this.dropIns = dropIns;
    }

    /** The jars that declare settings: those of all features, enabled or not, and those dropped in. */
    public static List<Path> jarsWithSettings(Installation installation, Path dataDirectory) throws IOException {
        List<Path> jars = new ArrayList<>(installation.bundles());
        jars.addAll(DropIns.bundles(dataDirectory.resolve("bundles")));
        return jars;
    }

    /**
     * Starts everything; returns when all bundles are started, which may be before the server is ready.
     *
     * @throws UsageException when settings contradict each other
     * @throws UnavailableException when the port or the data directory cannot be had
     */
    public static Server start(Configuration configuration, Installation installation)
            throws IOException, BundleException, InterruptedException {
        return start(configuration, installation, Manner.USUAL);
    }

    /**
     * Starts a server for one piece of work of this process: with the feature {@code admin} even where an admin chose to be
     * without it, silent about components, and given up soon when one fails; otherwise as {@link #start}.
     *
     * @param fixed the settings that are as configured whatever an admin changed
     * @throws InUseException when another process holds the data directory
     */
    public static Server startQuietly(Configuration configuration, Installation installation, Set<String> fixed)
            throws IOException, BundleException, InterruptedException {
        return start(configuration, installation, Manner.quiet(fixed));
    }

    private static Server start(Configuration configuration, Installation installation, Manner manner)
            throws IOException, BundleException, InterruptedException {
        Logs.configure(configuration.text("log-level"), configuration.text("log-format"));
        requireConsistent(configuration, installation);
        manner.needed().forEach(installation::require);
        DataDirectory directory = DataDirectory.open(configuration.dataDirectory());
        try {
            SettingChanges changes = SettingChanges.read(directory);
            Configuration now = changes.apply(configuration, manner.fixed());
            Logs.configure(now.text("log-level"), now.text("log-format"));
            changes.tell(now);
            Listen listen = requireConsistent(now, installation);
            listen.requireFree();
            return start(configuration, now, changes, installation, directory, listen, manner);
        } catch (IOException | BundleException | InterruptedException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** Refuses settings that contradict each other; where to listen, if they do not. */
    private static Listen requireConsistent(Configuration configuration, Installation installation) {
        Listen listen = Listen.parse(configuration.text("listen"));
        if (configuration.flag("dev") && !listen.address().isLoopbackAddress()) {
            throw new UsageException(
                    "--dev: asks nobody who they are and so works on a loopback address only; --listen is '%s'."
                            .formatted(listen.host()));
        }
        configuration.list("features").forEach(installation::require);
        return listen;
    }

    private static Server start(
            Configuration configured,
            Configuration configuration,
            SettingChanges changes,
            Installation installation,
            DataDirectory directory,
            Listen listen,
            Manner manner)
            throws IOException, BundleException, InterruptedException {
        OsgiFramework framework =
                OsgiFramework.init(directory.path().resolve("cache").resolve("framework"), manner.componentLog());
        Map<String, String> variables =
                Map.of("listen.host", listen.host(), "listen.port", Integer.toString(listen.port()));
        Configurator configurator = new Configurator(framework, configuration, variables);
        FeatureManager features =
                new FeatureManager(framework, installation, configurator, FeatureChoice.read(directory));
        Path folder = directory.path().resolve("bundles");
        FolderWatch dropIns = new FolderWatch(folder, new DropIns(folder, framework, configurator)::synchronise);
        framework.context().registerService(Features.class, features, null);
        ServerSettings settings = new LiveSettings(configured, configuration, changes, configurator);
        framework.context().registerService(ServerSettings.class, settings, null);
        features.installAtStart(configuration.list("features"), manner.needed());
        framework.start();
        features.configure();
        dropIns.start();
        framework.rise();
        return new Server(directory, framework, dropIns, manner);
    }

    /**
     * Waits until {@code /readyz} says so.
     *
     * @return where the server is
     * @throws UnavailableException when it does not become ready within a minute
     */
    public URI awaitReady() throws InterruptedException, IOException {
        long start = System.nanoTime();
        long failedSince = start;
        boolean told = false;
        ReadyReport last = new ReadyReport("the web server did not start");
        while (System.nanoTime() - start < READY_WITHIN.toNanos()
                && System.nanoTime() - failedSince < manner.patience().toNanos()) {
            Optional<URI> base = endpoint();
            if (base.isPresent()) {
                last = new ReadyReport(HttpProbe.get(base.get(), "/readyz"));
                if (last.ready()) {
                    directory.announce(
                            "process %d, %s".formatted(ProcessHandle.current().pid(), base.get()));
                    return base.get();
                }
            }
            if (last.failure().isEmpty()) {
                failedSince = System.nanoTime();
            }
            long waited = System.nanoTime() - start;
            if (!told && waited > TELL_AFTER.toNanos()) {
                told = true;
                LOG.log(System.Logger.Level.WARNING, "not ready yet: {0}", last.problem());
            }
            // Often while it is about to be ready; rarely later, since asking makes failed components try again.
            Thread.sleep(Math.clamp(Duration.ofNanos(waited).toMillis() / 50, LEAST_POLL_MILLIS, MOST_POLL_MILLIS));
        }
        throw new UnavailableException("the server did not become ready: " + last.problem());
    }

    /** Waits until the framework has stopped, whoever stopped it. */
    public void awaitStop() throws InterruptedException {
        framework.awaitStop();
    }

    /** Finishes the requests in flight and stops, within five seconds. */
    @Override
    public void close() throws IOException {
        try {
            dropIns.close();
            framework.stop(STOP_MILLIS);
        } catch (BundleException e) {
            LOG.log(System.Logger.Level.WARNING, "did not stop cleanly", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            directory.close();
        }
    }

    private Optional<URI> endpoint() {
        try {
            ServiceReference<?>[] runtimes = framework
                    .context()
                    .getAllServiceReferences("org.osgi.service.servlet.runtime.HttpServiceRuntime", null);
            if (runtimes == null) {
                return Optional.empty();
            }
            return switch (runtimes[0].getProperty("osgi.http.endpoint")) {
                case String[] urls when urls.length > 0 -> Optional.of(URI.create(urls[0]));
                case String url -> Optional.of(URI.create(url));
                case null, default -> Optional.empty();
            };
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
