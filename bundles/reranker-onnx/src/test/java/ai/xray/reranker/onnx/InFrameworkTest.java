package ai.xray.reranker.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/** The bundle as it is built, in Felix, with the bundles it needs and no others. */
@Timeout(120)
class InFrameworkTest {
    private static final List<String> BUNDLES = List.of(
            "org.osgi.util.function-",
            "org.osgi.util.promise-",
            "org.osgi.service.component-",
            "org.apache.felix.configadmin-",
            "org.apache.felix.scr-",
            "ai.xray.api-",
            "ai.xray.json-",
            "ai.xray.wordpiece-",
            "ai.xray.natives-",
            "ai.xray.onnx-");
    private static final String RERANKER = "ai.xray.search.Reranker";

    @TempDir
    private Path home;

    private Framework framework;
    private Bundle bundle;

    @BeforeEach
    void start() throws Exception {
        framework = new FrameworkFactory()
                .newFramework(Map.of(
                        "org.osgi.framework.storage", home.resolve("felix").toString()));
        framework.start();
        for (String name : BUNDLES) {
            framework
                    .getBundleContext()
                    .installBundle("reference:" + onClassPath(name).toURI())
                    .start();
        }
        bundle = framework
                .getBundleContext()
                .installBundle("reference:"
                        + Path.of("target", "classes").toAbsolutePath().toUri());
    }

    @AfterEach
    void stop() throws Exception {
        framework.stop();
        framework.waitForStop(TimeUnit.SECONDS.toMillis(20));
    }

    @Test
    void scoresAsAServiceAlsoAfterARefresh() throws Exception {
        Path model = Files.write(home.resolve("model.onnx"), Models.wordsInCommon());
        Path tokenizer = Files.writeString(home.resolve("tokenizer.json"), Models.tokenizer());
        configure(Map.of(
                "data.dir",
                home.toString(),
                "rerank.model.path",
                model.toString(),
                "rerank.tokenizer.path",
                tokenizer.toString()));
        bundle.start();
        assertThat(score()).containsExactly(2, 0);

        Object oldClasses = bundle.adapt(BundleWiring.class).getClassLoader();
        refresh();

        assertThat(bundle.adapt(BundleWiring.class).getClassLoader()).isNotSameAs(oldClasses);
        assertThat(score()).containsExactly(2, 0);
    }

    @Test
    void isThereWithoutSettingsAndTellsThemAtUse() throws Exception {
        configure(Map.of("data.dir", home.toString()));
        bundle.start();

        assertThatExceptionOfType(InvocationTargetException.class)
                .isThrownBy(this::score)
                .havingCause()
                .isInstanceOf(IOException.class)
                .withMessageStartingWith("the reranker onnx is not set up: ");
    }

    private double[] score() throws Exception {
        BundleContext context = framework.getBundleContext();
        ServiceReference<?>[] services = context.getAllServiceReferences(RERANKER, "(xray.name=onnx)");
        assertThat(services).hasSize(1);
        Object reranker = context.getService(services[0]);
        try {
            return (double[]) reranker.getClass()
                    .getMethod("score", String.class, List.class)
                    .invoke(reranker, "ferry", List.of("the ferry leaves", "snow"));
        } finally {
            context.ungetService(services[0]);
        }
    }

    private void refresh() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        framework.adapt(FrameworkWiring.class).refreshBundles(List.of(bundle), event -> done.countDown());
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** By reflection as the framework's ConfigurationAdmin is not this class loader's. */
    private void configure(Map<String, Object> properties) throws Exception {
        BundleContext context = framework.getBundleContext();
        ServiceReference<?>[] admins = context.getAllServiceReferences("org.osgi.service.cm.ConfigurationAdmin", null);
        Object admin = context.getService(admins[0]);
        Object configuration = admin.getClass()
                .getMethod("getConfiguration", String.class, String.class)
                .invoke(admin, "ai.xray.reranker.onnx.OnnxReranker", "?");
        configuration
                .getClass()
                .getMethod("update", Dictionary.class)
                .invoke(configuration, FrameworkUtil.asDictionary(properties));
    }

    private static File onClassPath(String name) throws IOException {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(File::new)
                .filter(jar ->
                        Files.isRegularFile(jar.toPath()) && jar.getName().startsWith(name))
                .findFirst()
                .orElseThrow(() -> new IOException(name + " is not on the class path"));
    }
}
