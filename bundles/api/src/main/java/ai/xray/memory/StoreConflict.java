package ai.xray.memory;

/** Another writer was faster: the store holds another revision than a write expected. Nothing of the commit happened. */
public final class StoreConflict extends Exception {
    private static final long serialVersionUID = 1L;

    /** The cell whose revision was another. */
    private final String id;

    public StoreConflict(String id) {
        super("the cell '" + id + "' was changed by another writer");
        this.id = id;
    }

    public String id() {
        return id;
    }
}
