package ai.xray.bench.retrieval;

/**
 * What is ranked: a turn or a session of a conversation.
 *
 * @param id as questions name it; says nothing of the text
 */
record Passage(String id, String text) {}
