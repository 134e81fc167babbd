package ai.xray.bench.retrieval;

import java.util.List;

/** A ranking under test. Used by one thread. */
public interface Contender {
    /** Its column in the table. */
    String name();

    /** Takes these passages, in place of those before. */
    void index(List<Passage> passages);

    /** The ids of the best passages, best first, {@code k} at most. */
    List<String> rank(String query, int k);
}
