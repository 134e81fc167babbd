package ai.xray.fakes;

import static ai.xray.fakes.Strict.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code POST /v1/embeddings} of OpenAI and all who speak like it. */
public final class FakeEmbeddings extends FakeServer {
    private static final int MOST_INPUTS = 2048;

    private final String model;
    private final int dimensions;
    private final String key;

    /**
     * Serves at once.
     *
     * @param dimensions what the model gives when it is not asked for fewer
     * @param key what it wants as bearer token; empty for none
     */
    public FakeEmbeddings(String model, int dimensions, String key) {
        this.model = model;
        this.dimensions = dimensions;
        this.key = key;
        open();
    }

    @Override
    Reply reply(Received request) throws Refused {
        Strict.post(request, "/v1/embeddings", "application/json");
        Strict.bearer(request, key);
        Map<String, Object> asked = Strict.object(
                Strict.json(request), Set.of("input", "model"), Set.of("dimensions", "encoding_format", "user"));
        check(model.equals(asked.get("model")), 404, "model: is not known");
        check(
                asked.getOrDefault("encoding_format", "float").equals("float"),
                400,
                "encoding_format: only float is spoken here");
        Object wanted = asked.getOrDefault("dimensions", (long) dimensions);
        check(
                wanted instanceof Long length && length >= 1 && length <= dimensions,
                400,
                "dimensions: must be 1 to " + dimensions);
        List<String> texts = Strict.texts(asked.get("input"), "input", MOST_INPUTS);
        List<Object> data = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("object", "embedding");
            item.put("index", i);
            item.put("embedding", PseudoVectors.of(texts.get(i), Math.toIntExact((long) wanted)));
            data.add(item);
        }
        Map<String, Object> usage = Map.of("prompt_tokens", texts.size(), "total_tokens", texts.size());
        return Reply.ok(Map.of("object", "list", "data", data, "model", model, "usage", usage));
    }

    @Override
    Object error(int status, String complaint) {
        String code = status == 404 ? "model_not_found" : "invalid_value";
        return Map.of("error", Map.of("message", complaint, "type", "invalid_request_error", "code", code));
    }
}
