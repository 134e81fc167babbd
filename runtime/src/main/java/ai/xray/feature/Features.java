package ai.xray.feature;

import java.util.List;

/** The features of this installation. Thread-safe; one change at a time. */
public interface Features {
    /** All of them, by name. */
    List<FeatureStatus> list();

    /**
     * Installs and starts what the feature brings. The choice is kept over a restart. Enabling what is enabled does nothing.
     *
     * @throws FeatureException when there is no such feature or it cannot be enabled; nothing has changed then
     */
    FeatureStatus enable(String name);

    /**
     * Stops and removes what only this feature brings. The choice is kept over a restart. Disabling what is disabled does
     * nothing.
     *
     * @throws FeatureException when there is no such feature or the server cannot be without it
     */
    FeatureStatus disable(String name);
}
