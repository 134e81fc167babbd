package ai.xray.bench.retrieval;

/**
 * What is ranked: a turn or a session of a conversation.
 *
 * @param id as questions name it; says nothing of the text
 * @param source what it is a part of, as the passages before and after it are; that of a whole session is itself
 */
public record Passage(String id, String source, String text) {}
