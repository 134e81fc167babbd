package ai.xray.memory;

import java.util.Optional;

/**
 * A commit by another writer on the same data.
 *
 * @param cell what the store holds now; empty after a delete
 */
public record StoreChange(String id, long revision, Optional<MemoryCell> cell) {}
