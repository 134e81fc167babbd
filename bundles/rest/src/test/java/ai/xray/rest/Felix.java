package ai.xray.rest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/** A framework with the real whiteboard, component runtime and bundle under test; bundles come from the class path. */
final class Felix {
    private static final List<String> BASE = List.of(
            "org.osgi.util.function-",
            "org.osgi.util.promise-",
            "commons-io-",
            "commons-fileupload-",
            "org.osgi.service.component-",
            "org.osgi.service.servlet-",
            "org.apache.felix.http.servlet-api-",
            "org.apache.felix.http.wrappers-",
            "org.apache.felix.configadmin-",
            "org.apache.felix.scr-",
            "org.apache.felix.http.jetty12-",
            "ai.xray.api",
            "ai.xray.json");

    /** From this class path, as the bundle of SLF4J finds its provider by weaving only. */
    private static final String LOGGING =
            "org.slf4j;version=2.0.20,org.slf4j.spi;version=2.0.20,org.slf4j.event;version=2.0.20,"
                    + "org.slf4j.helpers;version=2.0.20";

    private final Framework framework;
    private final int port;

    Felix(Path storage) throws BundleException, IOException {
        port = freePort();
        framework = new FrameworkFactory()
                .newFramework(Map.of(
                        "org.osgi.framework.storage",
                        storage.toString(),
                        "org.osgi.framework.system.packages.extra",
                        LOGGING,
                        "org.osgi.service.http.host",
                        "127.0.0.1",
                        "org.osgi.service.http.port",
                        Integer.toString(port)));
        framework.start();
        for (String name : BASE) {
            for (String jar : onClassPath(name)) {
                framework.getBundleContext().installBundle("reference:" + new File(jar).toURI());
            }
        }
        for (Bundle bundle : framework.getBundleContext().getBundles()) {
            boolean isFragment = bundle.getHeaders().get("Fragment-Host") != null;
            if (!isFragment) {
                bundle.start();
            }
        }
    }

    int port() {
        return port;
    }

    /** Installs and starts the bundle whose classes and manifest the build put into {@code classes}. */
    Bundle start(Path classes) throws BundleException {
        Bundle bundle = framework.getBundleContext().installBundle("reference:" + classes.toUri());
        bundle.start();
        return bundle;
    }

    /** Installs and starts a bundle made of classes of this test and the components that {@code xmls} describe. */
    Bundle start(String symbolicName, List<Class<?>> classes, Map<String, String> xmls)
            throws IOException, BundleException {
        Manifest manifest = new Manifest();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Manifest-Version", "1.0");
        headers.put("Bundle-ManifestVersion", "2");
        headers.put("Bundle-SymbolicName", symbolicName);
        headers.put("Import-Package", "jakarta.servlet,jakarta.servlet.http,ai.xray.memory,ai.xray.health");
        headers.put("Service-Component", String.join(",", xmls.keySet()));
        headers.forEach(manifest.getMainAttributes()::putValue);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            for (Class<?> type : classes) {
                String path = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(path));
                try (InputStream code = type.getClassLoader().getResourceAsStream(path)) {
                    code.transferTo(jar);
                }
            }
            for (Map.Entry<String, String> xml : xmls.entrySet()) {
                jar.putNextEntry(new JarEntry(xml.getKey()));
                jar.write(xml.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        Bundle bundle = framework
                .getBundleContext()
                .installBundle("memory:" + symbolicName, new ByteArrayInputStream(bytes.toByteArray()));
        bundle.start();
        return bundle;
    }

    /** Sets a component's configuration, by reflection as the framework's ConfigurationAdmin is not this class loader's. */
    void configure(String pid, Map<String, Object> properties) throws Exception {
        BundleContext context = framework.getBundleContext();
        ServiceReference<?>[] admins = context.getAllServiceReferences("org.osgi.service.cm.ConfigurationAdmin", null);
        Object admin = context.getService(admins[0]);
        Object configuration = admin.getClass()
                .getMethod("getConfiguration", String.class, String.class)
                .invoke(admin, pid, "?");
        configuration
                .getClass()
                .getMethod("update", Dictionary.class)
                .invoke(configuration, FrameworkUtil.asDictionary(properties));
    }

    void stop() throws BundleException, InterruptedException {
        framework.stop();
        framework.waitForStop(TimeUnit.SECONDS.toMillis(20));
    }

    private static List<String> onClassPath(String name) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> Files.isRegularFile(Path.of(jar)))
                .filter(jar -> Path.of(jar).getFileName().toString().startsWith(name))
                .toList();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
