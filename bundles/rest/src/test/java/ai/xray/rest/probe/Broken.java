package ai.xray.rest.probe;

/** A component that cannot be constructed. */
public final class Broken {
    /** Throws. */
    public Broken() {
        throw new IllegalStateException("The disk '/data' is full. Nothing else fits on it.");
    }
}
