package ai.xray.bench.retrieval;

import ai.xray.search.Document;
import ai.xray.search.Ranker;
import ai.xray.search.TextIndex;
import java.time.Instant;
import java.util.List;

/** One of our lexical rankers. A passage has no title. */
final class RankerContender implements Contender {
    private final String name;
    private final Ranker ranker;
    private Labels labels = new Labels();
    private TextIndex<Passage> index;

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
        labels = new Labels();
        Instant said = Instant.EPOCH;
        for (Passage passage : passages) {
            said = said.plusSeconds(1);
            index.put(new Document<>(labels.add(passage), "", passage.text(), said, passage));
        }
    }

    @Override
    public List<String> rank(String query, int k) {
        return index.rank(query, _ -> true, k).stream()
                .map(ranked -> labels.passage(ranked.id()))
                .toList();
    }
}
