package ai.xray.search;

import java.time.Instant;

/**
 * What a ranker indexes.
 *
 * @param id unique within one index; part of what a query matches
 * @param updatedAt breaks ties, newer first
 * @param attributes what filters look at; the ranker does not
 */
public record Document<A>(String id, String title, String content, Instant updatedAt, A attributes) {}
