package ai.xray.fakes;

import static ai.xray.fakes.Strict.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The two shapes of {@code /rerank}. Scores are of words in common; results come best first, as the real ones do. */
public abstract sealed class FakeReranker extends FakeServer {
    private record Scored(int index, double score) {}

    private FakeReranker() {}

    /** Cohere's {@code POST /v2/rerank}, which Jina and vLLM speak too. */
    public static FakeReranker cohere(String model, String key) {
        return new Cohere(model, key);
    }

    /** {@code POST /rerank} of Hugging Face's text-embeddings-inference, which takes 32 texts at a time. */
    public static FakeReranker tei() {
        return new Tei();
    }

    private static List<Scored> ranked(String query, List<String> texts) {
        List<Scored> scored = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            scored.add(new Scored(i, (1 + PseudoVectors.cosine(query, texts.get(i))) / 2));
        }
        scored.sort(Comparator.comparingDouble(Scored::score).reversed());
        return scored;
    }

    private static final class Cohere extends FakeReranker {
        private static final int MOST_DOCUMENTS = 1000;

        private final String model;
        private final String key;

        Cohere(String model, String key) {
            this.model = model;
            this.key = key;
            open();
        }

        @Override
        Reply reply(Received request) throws Refused {
            Strict.post(request, "/v2/rerank", "application/json");
            Strict.bearer(request, key);
            Map<String, Object> asked = Strict.object(
                    Strict.json(request), Set.of("model", "query", "documents"), Set.of("top_n", "max_tokens_per_doc"));
            check(model.equals(asked.get("model")), 404, "model: is not known");
            String query = Strict.text(asked.get("query"), "query");
            List<String> documents = Strict.texts(asked.get("documents"), "documents", MOST_DOCUMENTS);
            List<Object> results = new ArrayList<>();
            ranked(query, documents)
                    .forEach(one -> results.add(Map.of("index", one.index(), "relevance_score", one.score())));
            return Reply.ok(Map.of("id", "rerank-1", "results", results, "meta", Map.of()));
        }

        @Override
        Object error(int status, String complaint) {
            return Map.of("message", complaint);
        }
    }

    private static final class Tei extends FakeReranker {
        private static final int MOST_TEXTS = 32;

        Tei() {
            open();
        }

        @Override
        Reply reply(Received request) throws Refused {
            Strict.post(request, "/rerank", "application/json");
            Strict.bearer(request, "");
            Map<String, Object> asked = Strict.object(
                    Strict.json(request),
                    Set.of("query", "texts"),
                    Set.of("raw_scores", "return_text", "truncate", "truncation_direction"));
            String query = Strict.text(asked.get("query"), "query");
            List<String> texts = Strict.texts(asked.get("texts"), "texts", MOST_TEXTS);
            for (String flag : List.of("raw_scores", "return_text", "truncate")) {
                check(asked.getOrDefault(flag, false) instanceof Boolean, 422, flag + ": must be true or false");
            }
            List<Object> ranks = new ArrayList<>();
            ranked(query, texts).forEach(one -> ranks.add(Map.of("index", one.index(), "score", one.score())));
            return Reply.ok(ranks);
        }

        @Override
        Object error(int status, String complaint) {
            return Map.of("error", complaint, "error_type", "Validation");
        }
    }
}
