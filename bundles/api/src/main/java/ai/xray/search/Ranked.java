package ai.xray.search;

/**
 * One document of a ranking.
 *
 * @param score higher is better; comparable within one ranking only; a document whose id is the query may stand far above
 *     the rest
 */
public record Ranked(String id, double score) {}
