package ai.xray.mcp;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Several features seen as one. Immutable. */
final class Features {
    private final List<Feature> features;

    Features(Feature... features) {
        this.features = List.of(features);
    }

    /** The {@code capabilities} object. */
    Map<String, Object> capabilities() {
        Map<String, Object> capabilities = new TreeMap<>();
        features.forEach(feature -> capabilities.put(feature.capability(), feature.settings()));
        return Collections.unmodifiableMap(capabilities);
    }

    Map<String, Method> sessionMethods() {
        return methods(Feature::sessionMethods);
    }

    Map<String, Method> statelessMethods() {
        return methods(Feature::statelessMethods);
    }

    private Map<String, Method> methods(Function<Feature, Map<String, Method>> of) {
        Map<String, Method> methods = new HashMap<>();
        features.forEach(feature -> methods.putAll(of.apply(feature)));
        return methods;
    }
}
