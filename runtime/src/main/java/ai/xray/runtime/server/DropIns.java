package ai.xray.runtime.server;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/**
 * Bundles that someone puts into {@code <data-dir>/bundles}: installed, updated and removed as the files come, change and
 * go. All that changed is installed before any of it is started, so that bundles may need each other, and one that lacked
 * something is tried again whenever the folder changes. Used by one thread at a time.
 */
final class DropIns {
    private static final System.Logger LOG = System.getLogger(DropIns.class.getName());

    /** A version of a file. */
    private record Stamp(FileTime modified, long size) {}

    /**
     * A file that was dealt with, so that it is looked at again only when it changes.
     *
     * @param bundle what it became; empty for a file that cannot be one
     */
    private record Known(Stamp stamp, Optional<Bundle> bundle) {}

    private final Path folder;
    private final OsgiFramework framework;
    private final Configurator configurator;
    private final Map<Path, Known> known = new HashMap<>();

    DropIns(Path folder, OsgiFramework framework, Configurator configurator) {
        this.folder = folder;
        this.framework = framework;
        this.configurator = configurator;
    }

    /** The bundles that lie in the folder now, readable and whole. */
    static List<Path> bundles(Path folder) throws IOException {
        return jars(folder).stream()
                .filter(file -> symbolicName(file).orElse("").length() > 0)
                .toList();
    }

    /**
     * Brings what is installed in line with the folder.
     *
     * @param settled whether files that are no whole jars have had time to become ones
     * @return whether every file could be dealt with; if not, some are still being copied
     */
    boolean synchronise(boolean settled) {
        boolean complete = true;
        boolean changed = false;
        try {
            for (Path gone : new TreeSet<>(known.keySet())) {
                changed |= !Files.exists(gone) && remove(gone);
            }
            for (Path jar : jars(folder)) {
                Stamp stamp = stamp(jar);
                if (known.containsKey(jar) && known.get(jar).stamp().equals(stamp)) {
                    continue;
                }
                Optional<String> name = symbolicName(jar);
                if (name.isEmpty() && !settled) {
                    complete = false;
                } else {
                    changed |= name.filter(text -> !text.isEmpty()).isPresent()
                            ? install(jar, stamp)
                            : refuse(jar, stamp, name);
                }
            }
        } catch (NoSuchFileException e) {
            LOG.log(Level.DEBUG, "{0} went while it was read", e.getFile());
            complete = false;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the folder of dropped-in bundles cannot be read: {0}", e.toString());
        }
        if (changed) {
            startAll();
        }
        return complete;
    }

    private boolean install(Path jar, Stamp stamp) throws IOException {
        Optional<Bundle> before = Optional.ofNullable(known.get(jar)).flatMap(Known::bundle);
        Optional<Bundle> bundle = before;
        try (InputStream bytes = Files.newInputStream(jar)) {
            configurator.settings(List.of(jar));
            if (before.isEmpty()) {
                bundle = Optional.of(framework.context().installBundle("dropped:" + jar.getFileName(), bytes));
            } else {
                // stop → update → refresh → start: a singleton or an exported package must be gone before it comes back
                before.get().stop();
                before.get().update(bytes);
                framework.refresh(List.of(before.get()));
            }
        } catch (BundleException | UnavailableException e) {
            LOG.log(Level.WARNING, "cannot install {0}: {1}", jar.getFileName(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        known.put(jar, new Known(stamp, bundle));
        return true;
    }

    /** Says once why a file cannot be a bundle; one that it was before stays as it is. */
    private boolean refuse(Path jar, Stamp stamp, Optional<String> name) {
        LOG.log(
                Level.WARNING,
                "{0} is not a bundle: {1}",
                jar.getFileName(),
                name.isPresent() ? "its manifest has no Bundle-SymbolicName" : "it is not a readable jar");
        known.merge(jar, new Known(stamp, Optional.empty()), (old, read) -> new Known(stamp, old.bundle()));
        return false;
    }

    private boolean remove(Path jar) {
        Optional<Bundle> bundle = known.remove(jar).bundle();
        configurator.forget(jar);
        bundle.ifPresent(gone -> {
            try {
                gone.uninstall();
                framework.refresh(List.of(gone));
                LOG.log(Level.INFO, "{0} is gone, with {1}", gone.getSymbolicName(), jar.getFileName());
            } catch (BundleException e) {
                LOG.log(Level.WARNING, "cannot remove {0}: {1}", gone.getSymbolicName(), e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return bundle.isPresent();
    }

    private void startAll() {
        known.forEach((jar, file) -> file.bundle()
                .filter(bundle -> (bundle.getState() & (Bundle.INSTALLED | Bundle.RESOLVED)) != 0)
                .ifPresent(bundle -> start(jar, bundle)));
    }

    private static void start(Path jar, Bundle bundle) {
        try {
            bundle.start(Bundle.START_ACTIVATION_POLICY);
            LOG.log(
                    Level.INFO,
                    "{0} {1} runs, from {2}",
                    bundle.getSymbolicName(),
                    bundle.getVersion(),
                    jar.getFileName());
        } catch (BundleException e) {
            LOG.log(Level.WARNING, "cannot start {0}: {1}", jar.getFileName(), e.getMessage());
        }
    }

    private static List<Path> jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
    }

    private static Stamp stamp(Path jar) throws IOException {
        return new Stamp(Files.getLastModifiedTime(jar), Files.size(jar));
    }

    /** The bundle's name, blank for a jar that is no bundle, empty for a file that is no whole jar. */
    private static Optional<String> symbolicName(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            return Optional.of(Optional.ofNullable(jar.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME))
                    .orElse(""));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
