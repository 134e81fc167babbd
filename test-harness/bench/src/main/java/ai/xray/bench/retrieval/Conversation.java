package ai.xray.bench.retrieval;

import java.util.List;

/** One corpus, and what is asked of it. Passages are in the order they were said. */
record Conversation(List<Passage> passages, List<Question> questions) {}
