package ai.xray.runtime.server;

import ai.xray.feature.FeatureException;
import ai.xray.feature.FeatureStatus;
import ai.xray.feature.Features;
import ai.xray.memory.Spelling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.service.feature.Feature;
import org.osgi.service.feature.FeatureBundle;

/**
 * Installs what the enabled features bring and nothing else. A bundle belongs to every enabled feature that names it and
 * goes with the last of them; bundles installed by others are never touched.
 */
final class FeatureManager implements Features {
    private static final System.Logger LOG = System.getLogger(FeatureManager.class.getName());
    private static final String START_LEVEL = "bundleStartLevel";

    /** A bundle of ours, the features it belongs to, and where it came from. */
    private record Owned(Bundle bundle, Path file, Set<String> features) {}

    private final OsgiFramework framework;
    private final Installation installation;
    private final Configurator configurator;
    private final FeatureChoice choice;
    private final Map<String, Owned> byLocation = new LinkedHashMap<>();
    private final Set<String> enabled = new TreeSet<>();
    private final ReentrantLock change = new ReentrantLock();

    FeatureManager(
            OsgiFramework framework, Installation installation, Configurator configurator, FeatureChoice choice) {
        this.framework = framework;
        this.installation = installation;
        this.configurator = configurator;
        this.choice = choice;
    }

    /**
     * Installs core and the features chosen, and marks their bundles to start with the framework.
     *
     * @param chosen the features that are enabled unless an admin chose otherwise
     * @param needed the features that are enabled whatever an admin chose
     */
    void installAtStart(Collection<String> chosen, Collection<String> needed) throws BundleException {
        Set<String> names = new LinkedHashSet<>();
        names.add(Installation.CORE);
        names.addAll(choice.apply(chosen, installation.names()));
        names.addAll(needed);
        for (String name : names) {
            enabled.add(name);
            for (Owned owned : install(installation.require(name))) {
                start(owned);
            }
        }
    }

    /** Gives every installed component its configuration. */
    void configure() throws IOException {
        configurator.settings(byLocation.values().stream().map(Owned::file).toList());
        for (String name : enabled) {
            configurator.feature(installation.require(name));
        }
    }

    @Override
    public List<FeatureStatus> list() {
        change.lock();
        try {
            return installation.features().stream().map(this::status).toList();
        } finally {
            change.unlock();
        }
    }

    @Override
    public FeatureStatus enable(String name) {
        change.lock();
        try {
            Feature feature = require(name);
            if (enabled.contains(name)) {
                return status(feature);
            }
            List<Owned> brought = new ArrayList<>();
            try {
                brought.addAll(install(feature));
                configurator.settings(brought.stream().map(Owned::file).toList());
                configurator.feature(feature);
                for (Owned owned : brought) {
                    start(owned);
                }
                choice.set(name, true);
            } catch (BundleException | IOException | UnavailableException e) {
                remove(name);
                throw new FeatureException("feature '%s' cannot be enabled: %s".formatted(name, firstLine(e)), false);
            }
            enabled.add(name);
            LOG.log(System.Logger.Level.INFO, "feature {0} enabled", name);
            return status(feature);
        } finally {
            change.unlock();
        }
    }

    @Override
    public FeatureStatus disable(String name) {
        change.lock();
        try {
            Feature feature = require(name);
            if (name.equals(Installation.CORE)) {
                throw new FeatureException("feature 'core' is what the server is made of and stays enabled.", false);
            }
            if (!enabled.contains(name)) {
                return status(feature);
            }
            choice.set(name, false);
            enabled.remove(name);
            remove(name);
            LOG.log(System.Logger.Level.INFO, "feature {0} disabled", name);
            return status(feature);
        } catch (IOException e) {
            throw new FeatureException("the choice cannot be kept: " + firstLine(e), false);
        } finally {
            change.unlock();
        }
    }

    private Feature require(String name) {
        return installation.find(name).orElseThrow(() -> {
            String hint = Spelling.closest(name, installation.names())
                    .map(closest -> "did you mean '" + closest + "'?")
                    .orElse("there are: " + String.join(", ", installation.names()) + ".");
            return new FeatureException("feature '%s' is not known; %s".formatted(Spelling.excerpt(name), hint), true);
        });
    }

    private FeatureStatus status(Feature feature) {
        String name = feature.getID().getArtifactId();
        List<String> bundles = feature.getBundles().stream()
                .map(bundle -> bundle.getID().getArtifactId())
                .toList();
        return new FeatureStatus(
                name,
                feature.getDescription().orElse(""),
                enabled.contains(name),
                name.equals(Installation.CORE),
                bundles);
    }

    /** Installs the feature's bundles that are not there yet, and makes the feature an owner of all of them. */
    private List<Owned> install(Feature feature) throws BundleException {
        List<Owned> all = new ArrayList<>();
        for (FeatureBundle declared : feature.getBundles()) {
            Path file = installation.file(declared.getID());
            // By reference: the framework reads the jar where it lies instead of copying it.
            String location = "reference:" + file.toUri();
            Owned owned = byLocation.get(location);
            if (owned == null) {
                Bundle bundle = framework.context().installBundle(location);
                owned = new Owned(bundle, file, new TreeSet<>());
                byLocation.put(location, owned);
                OsgiFramework.level(bundle, level(declared));
            }
            owned.features().add(feature.getID().getArtifactId());
            all.add(owned);
        }
        return all;
    }

    private static int level(FeatureBundle bundle) {
        return bundle.getMetadata().get(START_LEVEL) instanceof Number level
                ? level.intValue()
                : OsgiFramework.USUAL_LEVEL;
    }

    private static void start(Owned owned) throws BundleException {
        boolean fragment = owned.bundle().getHeaders("").get(Constants.FRAGMENT_HOST) != null;
        if (!fragment) {
            owned.bundle().start(Bundle.START_ACTIVATION_POLICY);
        }
    }

    private void remove(String feature) {
        List<Bundle> gone = new ArrayList<>();
        // users before what they use: the last installed is the first to stop
        for (String location : List.copyOf(byLocation.keySet()).reversed()) {
            Owned owned = byLocation.get(location);
            if (owned.features().remove(feature) && owned.features().isEmpty()) {
                byLocation.remove(location);
                configurator.forget(owned.file());
                gone.add(owned.bundle());
            }
        }
        for (Bundle bundle : gone) {
            try {
                bundle.stop();
                bundle.uninstall();
            } catch (BundleException e) {
                LOG.log(System.Logger.Level.WARNING, "bundle " + bundle + " did not stop cleanly", e);
            }
        }
        try {
            framework.refresh(gone);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
    }
}
