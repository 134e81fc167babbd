package ai.xray.bench.retrieval;

import java.util.Set;

/**
 * A question and where its answer stands.
 *
 * @param evidence ids of passages, at least one; a ranking is right as soon as it holds any of them
 */
record Question(String text, Set<String> evidence) {}
