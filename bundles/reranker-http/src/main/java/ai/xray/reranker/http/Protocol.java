package ai.xray.reranker.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A shape of {@code /rerank}. */
enum Protocol {
    /** Cohere's, which Jina, vLLM, Infinity and llama.cpp speak too. */
    COHERE("/v2/rerank", 1000, "relevance_score") {
        @Override
        Map<String, Object> body(String model, String query, List<String> texts) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("model", model);
            body.put("query", query);
            body.put("documents", texts);
            return body;
        }

        @Override
        Object scored(Object answer) {
            return answer instanceof Map<?, ?> object ? object.get("results") : null;
        }
    },

    /** That of Hugging Face's text-embeddings-inference, whose server holds one model. */
    TEI("/rerank", 32, "score") {
        @Override
        Map<String, Object> body(String model, String query, List<String> texts) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("query", query);
            body.put("texts", texts);
            body.put("truncate", true);
            return body;
        }

        @Override
        Object scored(Object answer) {
            return answer;
        }
    };

    private final String path;
    private final int mostTexts;
    private final String score;

    Protocol(String path, int mostTexts, String score) {
        this.path = path;
        this.mostTexts = mostTexts;
        this.score = score;
    }

    abstract Map<String, Object> body(String model, String query, List<String> texts);

    /** The list of scores in an answer, or another value where there is none. */
    abstract Object scored(Object answer);

    /** Where it is asked when an address does not say. */
    String path() {
        return path;
    }

    /** As in {@code rerank-protocol}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How many texts it takes at a time. */
    int mostTexts() {
        return mostTexts;
    }

    /** What the score of an item is called. */
    String score() {
        return score;
    }
}
