package ai.xray.search.internal;

/** A document as the filters of every generation see it, at once after each change. */
final class Entry<A> {
    private volatile A attributes;
    private volatile boolean present = true;

    Entry(A attributes) {
        this.attributes = attributes;
    }

    A attributes() {
        return attributes;
    }

    void attributes(A newer) {
        attributes = newer;
    }

    /** Whether the document was not removed. */
    boolean present() {
        return present;
    }

    void remove() {
        present = false;
    }
}
