package ai.xray.bench.start;

import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.Settings;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.felix.atomos.Atomos;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * The same server on Atomos: every bundle lies on the class path and shares one class loader, so that an ahead-of-time cache
 * covers all of it. Argument: the data directory.
 */
final class AtomosServer {
    private static final int USUAL_LEVEL = 5;

    private AtomosServer() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, String> properties = new HashMap<>();
        properties.put(
                Constants.FRAMEWORK_STORAGE, Files.createTempDirectory("atomos").toString());
        properties.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, "1");
        properties.put("felix.startlevel.bundle", Integer.toString(USUAL_LEVEL));
        properties.put("org.apache.felix.http.require.config", "true");
        Framework framework =
                Atomos.newAtomos(properties, AtomosServer::headers).newFramework(properties);
        framework.init();
        for (Bundle bundle : framework.getBundleContext().getBundles()) {
            if ("org.apache.felix.configadmin".equals(bundle.getSymbolicName())) {
                bundle.adapt(BundleStartLevel.class).setStartLevel(1);
            }
        }
        framework.start();
        configure(framework, Path.of(arguments[0]));
        CountDownLatch risen = new CountDownLatch(1);
        framework.adapt(FrameworkStartLevel.class).setStartLevel(USUAL_LEVEL, event -> risen.countDown());
        risen.await();
        FirstAnswer.announce(framework.getBundleContext());
        framework.waitForStop(0);
    }

    /** SLF4J and the launcher find what they need on the class path, whatever their manifests ask for. */
    private static Optional<Map<String, String>> headers(String location, Map<String, String> headers) {
        String name = headers.getOrDefault(Constants.BUNDLE_SYMBOLICNAME, "");
        if (!name.startsWith("slf4j") && !name.equals("ai.xray.runtime")) {
            return Optional.empty();
        }
        Map<String, String> changed = new HashMap<>(headers);
        changed.remove(Constants.REQUIRE_CAPABILITY);
        if (name.equals("ai.xray.runtime")) {
            changed.remove(Constants.IMPORT_PACKAGE);
        }
        return Optional.of(changed);
    }

    private static void configure(Framework framework, Path data) throws Exception {
        ConfigurationAdmin admin = framework
                .getBundleContext()
                .getService(framework.getBundleContext().getServiceReference(ConfigurationAdmin.class));
        List<Path> jars = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().startsWith("ai.xray."))
                .filter(path -> !path.getFileName().toString().startsWith("ai.xray.runtime"))
                .filter(path -> !path.getFileName().toString().startsWith("ai.xray.bench"))
                .toList();
        Settings settings = Settings.of(jars);
        Configuration configuration =
                Configuration.resolve(settings, Map.of(), Map.of("dev", "true", "data-dir", data.toString()));
        for (Map.Entry<String, Map<String, Object>> entry :
                configuration.byPid(settings).entrySet()) {
            admin.getConfiguration(entry.getKey(), "?").update(FrameworkUtil.asDictionary(entry.getValue()));
        }
        admin.getConfiguration("org.apache.felix.http", "?")
                .update(FrameworkUtil.asDictionary(Map.of(
                        "org.apache.felix.http.host", "127.0.0.1",
                        "org.osgi.service.http.port", "0",
                        "org.apache.felix.http.jetty.virtualthreads.enable", "true")));
    }
}
