package ai.xray.feature;

/** A change of features that cannot be made; the message says why in one sentence. */
public final class FeatureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether the feature does not exist. */
    private final boolean unknown;

    public FeatureException(String message, boolean unknown) {
        super(message);
        this.unknown = unknown;
    }

    public boolean unknown() {
        return unknown;
    }
}
