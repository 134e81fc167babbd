package ai.xray.embedder.openai;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The answer of {@code /v1/embeddings}: {@code {"data": [{"index": 0, "embedding": [...]}, ...]}}. */
final class EmbeddingList {
    private final String server;

    EmbeddingList(String server) {
        this.server = server;
    }

    /**
     * The embedding of each of {@code count} texts. Each item belongs to the text its {@code index} names, whatever its place;
     * without one, as some servers answer, to the text of its place.
     *
     * @throws IOException when there is not exactly one for each text
     */
    List<Object> of(Object answer, int count) throws IOException {
        if (!(answer instanceof Map<?, ?> object) || !(object.get("data") instanceof List<?> items)) {
            throw new IOException(server + " answered without the list 'data': does it speak /v1/embeddings?");
        }
        if (items.size() != count) {
            throw new IOException("%s gave %d vectors for %d texts".formatted(server, items.size(), count));
        }
        Object[] embeddings = new Object[count];
        for (int place = 0; place < count; place++) {
            if (!(items.get(place) instanceof Map<?, ?> item)) {
                throw new IOException(server + " answered a list 'data' that holds something else than objects");
            }
            int index = index(item, place, count);
            if (embeddings[index] != null) {
                throw new IOException("%s gave two vectors for one text (index %d)".formatted(server, index));
            }
            embeddings[index] = item.get("embedding") instanceof List<?> numbers ? numbers : List.of();
        }
        return Arrays.asList(embeddings);
    }

    private int index(Map<?, ?> item, int place, int count) throws IOException {
        if (!item.containsKey("index")) {
            return place;
        }
        if (item.get("index") instanceof Long index && index >= 0 && index < count) {
            return index.intValue();
        }
        throw new IOException("%s gave a vector with an index that is not 0 to %d".formatted(server, count - 1));
    }
}
