package ai.xray.runtime.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/**
 * Bundles that someone puts into {@code <data-dir>/bundles}: installed, updated and removed as the files come, change and
 * go. A file that is still being copied is not a readable jar yet, and is looked at again with its next event.
 */
final class DropIns implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DropIns.class.getName());

    /** How long a folder must be quiet before it is read: copies come as many events. */
    private static final long QUIET_MILLIS = 100;

    /** A dropped-in bundle as it was when it was read. */
    private record Dropped(Bundle bundle, FileTime modified, long size) {}

    private final Path folder;
    private final OsgiFramework framework;
    private final Configurator configurator;
    private final WatchService watcher;
    private final Map<Path, Dropped> present = new HashMap<>();

    DropIns(Path folder, OsgiFramework framework, Configurator configurator) throws IOException {
        this.folder = folder;
        this.framework = framework;
        this.configurator = configurator;
        Files.createDirectories(folder);
        this.watcher = folder.getFileSystem().newWatchService();
        folder.register(
                watcher,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
    }

    /** The jars that lie in the folder now. */
    static List<Path> jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar") && isBundle(file))
                    .sorted()
                    .toList();
        }
    }

    /** Reads the folder once, then whenever it changes. */
    void start() {
        synchronise();
        Thread.ofVirtual().name("drop-ins").start(this::watch);
    }

    @Override
    public void close() throws IOException {
        watcher.close();
    }

    private void watch() {
        try {
            while (true) {
                WatchKey key = watcher.take();
                while (key != null) {
                    key.pollEvents();
                    key.reset();
                    key = watcher.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
                }
                synchronise();
            }
        } catch (ClosedWatchServiceException e) {
            LOG.log(System.Logger.Level.DEBUG, "no longer watching {0}", folder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void synchronise() {
        try {
            List<Path> jars = jars(folder);
            for (Path gone : new TreeSet<>(present.keySet())) {
                if (!Files.exists(gone)) {
                    attempt("remove", gone, () -> remove(gone));
                }
            }
            for (Path jar : jars) {
                attempt("install", jar, () -> takeIn(jar));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the folder of dropped-in bundles cannot be read: {0}", e.toString());
        }
    }

    private interface Step {
        void run() throws IOException, BundleException, InterruptedException;
    }

    private static void attempt(String what, Path jar, Step step) {
        try {
            step.run();
        } catch (NoSuchFileException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} went while it was read", jar);
        } catch (IOException | BundleException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot %s %s: %s".formatted(what, jar.getFileName(), e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeIn(Path jar) throws IOException, BundleException, InterruptedException {
        FileTime modified = Files.getLastModifiedTime(jar);
        long size = Files.size(jar);
        Dropped before = present.get(jar);
        if (before != null && before.modified().equals(modified) && before.size() == size) {
            return;
        }
        configurator.settings(List.of(jar));
        Bundle bundle;
        try (InputStream bytes = Files.newInputStream(jar)) {
            if (before == null) {
                bundle = framework.context().installBundle("dropped:" + jar.getFileName(), bytes);
            } else {
                // stop → update → refresh → start: a singleton or an exported package must be gone before it comes back
                bundle = before.bundle();
                bundle.stop();
                bundle.update(bytes);
                framework.refresh(List.of(bundle));
            }
        }
        present.put(jar, new Dropped(bundle, modified, size));
        bundle.start(Bundle.START_ACTIVATION_POLICY);
        LOG.log(
                System.Logger.Level.INFO,
                "{0} {1} runs, from {2}",
                bundle.getSymbolicName(),
                bundle.getVersion(),
                jar.getFileName());
    }

    private void remove(Path jar) throws BundleException, InterruptedException {
        Bundle bundle = present.remove(jar).bundle();
        bundle.uninstall();
        framework.refresh(List.of(bundle));
        LOG.log(System.Logger.Level.INFO, "{0} is gone, with {1}", bundle.getSymbolicName(), jar.getFileName());
    }

    private static boolean isBundle(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            boolean bundle = jar.getManifest() != null
                    && jar.getManifest().getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME) != null;
            if (!bundle) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} is not a bundle: its manifest has no Bundle-SymbolicName",
                        file.getFileName());
            }
            return bundle;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is not a whole jar (yet): {1}", file.getFileName(), e.toString());
            return false;
        }
    }
}
