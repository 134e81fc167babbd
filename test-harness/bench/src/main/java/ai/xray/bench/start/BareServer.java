package ai.xray.bench.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** The baseline: Felix, SCR and Jetty with one servlet. Arguments: the bundles, in the order they start. */
final class BareServer {
    private BareServer() {}

    public static void main(String[] bundles) throws Exception {
        Path storage = Files.createTempDirectory("bare");
        Framework framework = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        storage.toString(),
                        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                        "org.slf4j;version=2.0.20,org.slf4j.event;version=2.0.20,org.slf4j.helpers;version=2.0.20,"
                                + "org.slf4j.spi;version=2.0.20,org.osgi.service.cm;version=1.6.1",
                        "org.osgi.service.http.port",
                        "0",
                        "org.apache.felix.http.host",
                        "127.0.0.1"));
        framework.init();
        List<Bundle> installed = new ArrayList<>();
        for (String bundle : bundles) {
            installed.add(framework
                    .getBundleContext()
                    .installBundle("reference:" + Path.of(bundle).toUri()));
        }
        framework.start();
        for (Bundle bundle : installed) {
            bundle.start();
        }
        FirstAnswer.announce(framework.getBundleContext());
        framework.waitForStop(0);
    }
}
