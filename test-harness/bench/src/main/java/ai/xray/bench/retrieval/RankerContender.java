package ai.xray.bench.retrieval;

import ai.xray.search.Document;
import ai.xray.search.Ranked;
import ai.xray.search.Ranker;
import ai.xray.search.TextIndex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One of our lexical rankers. A passage has no title. */
final class RankerContender implements Contender {
    private static final String ID_LETTERS = "bcdfghjklmnpqrtv";

    private final String name;
    private final Ranker ranker;
    private final List<String> ids = new ArrayList<>();
    private TextIndex<Integer> index;

    RankerContender(String name, Ranker ranker) {
        this.name = name;
        this.ranker = ranker;
        index = ranker.open();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void index(List<Passage> passages) {
        index = ranker.open();
        ids.clear();
        for (Passage passage : passages) {
            int number = ids.size();
            ids.add(passage.id());
            index.put(new Document<>(id(number), "", passage.text(), Instant.EPOCH.plusSeconds(number), number));
        }
    }

    @Override
    public List<String> rank(String query, int k) {
        return index.rank(query, _ -> true, k).stream()
                .map(Ranked::id)
                .map(id -> ids.get(number(id)))
                .toList();
    }

    /** An id in consonants: ids are part of what matches, and those of the data would give numbers away. */
    private static String id(int number) {
        StringBuilder id = new StringBuilder("z");
        for (int rest = number; rest > 0; rest /= ID_LETTERS.length()) {
            id.append(ID_LETTERS.charAt(rest % ID_LETTERS.length()));
        }
        return id.toString();
    }

    private static int number(String id) {
        int number = 0;
        for (int i = id.length() - 1; i > 0; i--) {
            number = number * ID_LETTERS.length() + ID_LETTERS.indexOf(id.charAt(i));
        }
        return number;
    }
}
