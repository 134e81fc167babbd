package ai.xray.runtime.server;

import ai.xray.memory.Spelling;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.felix.feature.impl.FeatureServiceImpl;
import org.osgi.service.feature.Feature;
import org.osgi.service.feature.FeatureService;
import org.osgi.service.feature.ID;

/**
 * What is installed on this machine: the feature documents (OSGi Compendium, chapter 159) of the distribution and of the
 * data directory, and the bundles they name. A bundle {@code group:artifact:version} is the file
 * {@code artifact-version.jar} beside the distribution's other bundles, or beside the feature documents of the data
 * directory.
 */
public final class Installation {
    /** The feature the server cannot be without. */
    public static final String CORE = "core";

    private final Map<String, Feature> features = new TreeMap<>();
    private final List<Path> places;

    private Installation(List<Path> places) {
        this.places = places;
    }

    /**
     * Reads the feature documents.
     *
     * @param home the distribution
     * @param data the data directory, which may have a folder {@code features} of its own
     */
    public static Installation read(Path home, Optional<Path> data) throws IOException {
        List<Path> documents = new ArrayList<>(List.of(home.resolve("features")));
        List<Path> places = new ArrayList<>(List.of(home.resolve("bundles")));
        data.map(directory -> directory.resolve("features"))
                .filter(Files::isDirectory)
                .ifPresent(own -> {
                    documents.add(own);
                    places.add(own);
                });
        Installation installation = new Installation(places);
        FeatureService reader = new FeatureServiceImpl();
        for (Path folder : documents) {
            installation.readAll(reader, folder);
        }
        if (!installation.features.containsKey(CORE)) {
            throw new UnavailableException("the distribution at '%s' has no feature '%s'.".formatted(home, CORE));
        }
        return installation;
    }

    private void readAll(FeatureService reader, Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
            for (Path file : files) {
                try (Reader text = Files.newBufferedReader(file)) {
                    Feature feature = reader.readFeature(text);
                    if (features.putIfAbsent(feature.getID().getArtifactId(), feature) != null) {
                        throw new UnavailableException("the feature '%s' is there twice: %s."
                                .formatted(feature.getID().getArtifactId(), file));
                    }
                } catch (RuntimeException e) {
                    throw new UnavailableException(
                            "%s: is not a feature document: %s".formatted(file, e.getMessage()), e);
                }
            }
        }
    }

    /** One line per feature: its name and what it is. */
    public List<String> describe() {
        return features.values().stream()
                .map(feature -> "%-12s %s"
                        .formatted(
                                feature.getID().getArtifactId(),
                                feature.getDescription().orElse("")))
                .toList();
    }

    Collection<Feature> features() {
        return features.values();
    }

    /** The names of all features. */
    public Collection<String> names() {
        return features.keySet();
    }

    Optional<Feature> find(String name) {
        return Optional.ofNullable(features.get(name));
    }

    /** The feature a flag names. */
    Feature require(String name) {
        return find(name).orElseThrow(() -> UsageException.unknown("--features", Spelling.excerpt(name), names()));
    }

    /** The file of a bundle. */
    Path file(ID bundle) {
        String name = bundle.getArtifactId() + "-" + bundle.getVersion() + ".jar";
        return places.stream()
                .map(place -> place.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new UnavailableException(
                        "the bundle '%s' is missing; looked for %s in %s.".formatted(bundle, name, places)));
    }

    /** The files of the bundles of all features, whether enabled or not, each once. */
    public List<Path> bundles() {
        return features.values().stream()
                .flatMap(feature -> feature.getBundles().stream())
                .map(bundle -> file(bundle.getID()))
                .distinct()
                .toList();
    }
}
