package ai.xray.memory.internal.corpus;

/**
 * A cell that came from the same source as another.
 *
 * @param distance how many places of that source's order it is away, from 1
 */
public record Neighbour(String id, int distance) {}
