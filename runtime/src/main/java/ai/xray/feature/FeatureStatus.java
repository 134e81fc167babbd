package ai.xray.feature;

import java.util.List;

/**
 * A feature and whether it is enabled.
 *
 * @param required whether the server cannot be without it
 * @param bundles symbolic names (Maven artifact ids) of the bundles it brings
 */
public record FeatureStatus(String name, String description, boolean enabled, boolean required, List<String> bundles) {
    public FeatureStatus {
        bundles = List.copyOf(bundles);
    }
}
