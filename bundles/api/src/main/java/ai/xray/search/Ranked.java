package ai.xray.search;

/**
 * One document of a ranking.
 *
 * @param score higher is better; comparable within one ranking only
 */
public record Ranked(String id, double score) {}
