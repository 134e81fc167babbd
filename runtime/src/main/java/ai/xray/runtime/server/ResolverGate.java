package ai.xray.runtime.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.resource.Namespace;
import org.osgi.service.feature.Feature;
import org.osgi.service.feature.FeatureBundle;

/**
 * Tells whether the features fit together, without starting anything: every feature alone on top of core, and all at once.
 * Packages and other resolve-time needs are checked by the framework's own resolver; services and extenders
 * ({@code effective:=active}), which the framework leaves to run time, are checked against what the set provides.
 */
public final class ResolverGate {
    private final Installation installation;

    public ResolverGate(Installation installation) {
        this.installation = installation;
    }

    /** What does not fit, one sentence each; empty when all does. */
    public List<String> problems() throws IOException, BundleException, InterruptedException {
        Map<String, List<Feature>> sets = new LinkedHashMap<>();
        Feature core = installation.require(Installation.CORE);
        for (Feature feature : installation.features()) {
            sets.put(feature.getID().getArtifactId(), List.of(core, feature));
        }
        sets.put("all features together", List.copyOf(installation.features()));
        List<String> problems = new ArrayList<>();
        for (Map.Entry<String, List<Feature>> set : sets.entrySet()) {
            for (String problem : check(set.getValue())) {
                problems.add(set.getKey() + ": " + problem);
            }
        }
        return problems;
    }

    private List<String> check(List<Feature> features) throws IOException, BundleException, InterruptedException {
        Path storage = Files.createTempDirectory("xray-resolve");
        OsgiFramework framework = OsgiFramework.init(storage);
        try {
            List<String> problems = new ArrayList<>();
            List<Bundle> bundles = new ArrayList<>();
            for (Path file : files(features)) {
                bundles.add(framework.context().installBundle("reference:" + file.toUri()));
            }
            if (!framework.resolve(bundles)) {
                framework.start();
                bundles.stream()
                        .filter(bundle -> bundle.getState() == Bundle.INSTALLED)
                        .forEach(bundle -> OsgiFramework.whyUnresolved(bundle).ifPresent(problems::add));
            }
            bundles.add(framework.context().getBundle(0));
            unserved(bundles, problems);
            return problems;
        } finally {
            framework.stop(10_000);
            delete(storage);
        }
    }

    private Set<Path> files(List<Feature> features) {
        Set<Path> files = new LinkedHashSet<>();
        for (Feature feature : features) {
            for (FeatureBundle bundle : feature.getBundles()) {
                files.add(installation.file(bundle.getID()));
            }
        }
        return files;
    }

    private static void unserved(List<Bundle> bundles, List<String> problems) {
        List<BundleCapability> provided = bundles.stream()
                .flatMap(bundle -> bundle.adapt(BundleRevision.class).getDeclaredCapabilities(null).stream())
                .toList();
        for (Bundle bundle : bundles) {
            for (BundleRequirement need : bundle.adapt(BundleRevision.class).getDeclaredRequirements(null)) {
                boolean atRunTime = Namespace.EFFECTIVE_ACTIVE.equals(
                        need.getDirectives().get(Namespace.REQUIREMENT_EFFECTIVE_DIRECTIVE));
                boolean optional = Namespace.RESOLUTION_OPTIONAL.equals(
                        need.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE));
                if (atRunTime && !optional && provided.stream().noneMatch(need::matches)) {
                    problems.add("%s needs %s %s, which nothing in the set provides."
                            .formatted(
                                    bundle.getSymbolicName(),
                                    need.getNamespace(),
                                    need.getDirectives().get(Namespace.REQUIREMENT_FILTER_DIRECTIVE)));
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
