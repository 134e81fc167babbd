package ai.xray.memory;

/**
 * A cell that took the place of another.
 *
 * @param cell the new one
 * @param superseded the id of the old one
 */
public record Superseded(MemoryCell cell, String superseded) {}
