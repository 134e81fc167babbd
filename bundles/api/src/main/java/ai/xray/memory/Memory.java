package ai.xray.memory;

/** Authored memory. The service doors and programs start from; thread-safe. */
public interface Memory {
    /** Memory as {@code author} may use it: what it writes carries the author's origin. */
    EditableMemory as(Author author);
}
