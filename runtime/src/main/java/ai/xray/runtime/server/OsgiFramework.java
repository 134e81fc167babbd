package ai.xray.runtime.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.cm.ConfigurationAdmin;

/** The one OSGi framework of the process. */
final class OsgiFramework {
    /** The start level of bundles that do not say another. */
    static final int USUAL_LEVEL = 5;

    /** The level reached when everything runs; bundles of higher levels start later and stop earlier. */
    static final int TOP_LEVEL = 10;

    // Packages that live on the launcher's class path, so that there is one of each in the process.
    private static final String SHARED = String.join(
            ",",
            "ai.xray.feature;version=\"1.0.0\"",
            "ai.xray.setting;version=\"1.0.0\"",
            "jdk.incubator.vector", // of the JDK, but no package that every framework exports
            "org.osgi.service.cm;version=\"1.6.1\"",
            "org.slf4j;version=\"2.0.20\"",
            "org.slf4j.event;version=\"2.0.20\"",
            "org.slf4j.helpers;version=\"2.0.20\"",
            "org.slf4j.spi;version=\"2.0.20\"");

    private final Framework framework;

    private OsgiFramework(Framework framework) {
        this.framework = framework;
    }

    /** A framework whose bundles are resolved but not started; its storage is emptied first. */
    static OsgiFramework init(Path storage) throws BundleException {
        return init(storage, "error");
    }

    /**
     * As {@link #init(Path)}.
     *
     * @param componentLog the least that the component runtime tells: {@code error}, or {@code 0} for nothing
     */
    static OsgiFramework init(Path storage, String componentLog) throws BundleException {
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, storage.toString());
        properties.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        properties.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SHARED);
        properties.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, "1");
        properties.put("felix.startlevel.bundle", Integer.toString(USUAL_LEVEL));
        properties.put("felix.log.level", "1");
        properties.put("ds.loglevel", componentLog);
        // Without this Jetty first starts on its defaults, port 8080 of every address, and again once configured.
        properties.put("org.apache.felix.http.require.config", "true");
        Framework framework = new FrameworkFactory().newFramework(properties);
        framework.init();
        return new OsgiFramework(framework);
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    void start() throws BundleException {
        framework.start();
    }

    /** Moves to the level at which everything runs, and waits until it is reached. */
    void rise() throws InterruptedException {
        moveTo(TOP_LEVEL);
    }

    private void moveTo(int level) throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        FrameworkListener listener = event -> {
            if (event.getType() == FrameworkEvent.STARTLEVEL_CHANGED) {
                reached.countDown();
            }
        };
        framework.adapt(FrameworkStartLevel.class).setStartLevel(level, listener);
        reached.await();
    }

    /** Sets the start level of a bundle. */
    static void level(Bundle bundle, int level) {
        bundle.adapt(BundleStartLevel.class).setStartLevel(level);
    }

    /** Whether every one of {@code bundles} finds what it imports. */
    boolean resolve(List<Bundle> bundles) {
        return framework.adapt(FrameworkWiring.class).resolveBundles(bundles);
    }

    /** Why a bundle does not resolve; empty when it does. */
    static Optional<String> whyUnresolved(Bundle bundle) {
        // Only an attempt to start it makes the framework say why.
        level(bundle, 1);
        try {
            bundle.start(Bundle.START_TRANSIENT);
            return Optional.empty();
        } catch (BundleException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** Rewires whatever still used the given updated or removed bundles, and waits until that is done. */
    void refresh(List<Bundle> bundles) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        framework.adapt(FrameworkWiring.class).refreshBundles(bundles, event -> done.countDown());
        done.await(30, TimeUnit.SECONDS);
    }

    /** Gives a component its configuration; unchanged properties change nothing. */
    void configure(String pid, Map<String, Object> properties) {
        ServiceReference<ConfigurationAdmin> reference = context().getServiceReference(ConfigurationAdmin.class);
        if (reference == null) {
            throw new UnavailableException("the configuration service did not start.");
        }
        try {
            context()
                    .getService(reference)
                    .getConfiguration(pid, "?")
                    .updateIfDifferent(FrameworkUtil.asDictionary(properties));
        } catch (java.io.IOException e) {
            throw new UnavailableException(
                    "the configuration '%s' cannot be kept: %s".formatted(pid, e.getMessage()), e);
        } finally {
            context().ungetService(reference);
        }
    }

    /** Waits until the framework has stopped. */
    void awaitStop() throws InterruptedException {
        framework.waitForStop(0);
    }

    /**
     * Stops everything, the highest start level first, and waits for it. The levels above the usual are left before the
     * framework is told to stop, because the component runtime takes that as a sign to deactivate all components at once.
     */
    void stop(long timeoutMillis) throws InterruptedException, BundleException {
        if (framework.getState() == Bundle.ACTIVE) {
            moveTo(USUAL_LEVEL);
        }
        framework.stop();
        framework.waitForStop(timeoutMillis);
    }
}
