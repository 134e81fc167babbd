package ai.xray.memory;

/**
 * A cell as a store holds it.
 *
 * @param revision grows with every write of the cell; unique within the store; at least 1
 */
public record StoredCell(MemoryCell cell, long revision) {}
