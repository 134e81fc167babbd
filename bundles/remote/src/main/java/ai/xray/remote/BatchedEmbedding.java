package ai.xray.remote;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * Embeds texts by a server that takes a few at a time: leaves out those that say nothing, cuts those that are too long, sends
 * the rest in batches, some at the same time, and checks what comes back. Thread-safe.
 */
public final class BatchedEmbedding {
    /** What is asked when only the length of vectors is wanted. */
    private static final String PROBE = "length";

    /** Asks the server. */
    @FunctionalInterface
    public interface Batch {
        /** The JSON array of numbers of each of {@code texts}, in their order. */
        List<Object> ask(List<String> texts) throws IOException;
    }

    /**
     * How much is sent at a time.
     *
     * @param texts in one batch, at least 1
     * @param chars in one batch of more than one text
     * @param atOnce batches under way for one call, at least 1
     */
    public record Bounds(int texts, int chars, int atOnce) {}

    private final String server;
    private final int maxInputChars;
    private final Bounds bounds;
    private final Batch batch;
    private final VectorLength length;

    /**
     * Contacts nobody.
     *
     * @param server what it is, for messages
     */
    public BatchedEmbedding(String server, EmbeddingModel model, Bounds bounds, Batch batch) {
        this.server = server;
        this.maxInputChars = model.maxInputChars();
        this.bounds = bounds;
        this.batch = batch;
        this.length = new VectorLength(server, model.dims());
    }

    /**
     * The length of vectors. Where neither settings nor an earlier answer told it, the server is asked, which takes as long as
     * embedding one short text.
     *
     * @throws IOException when it then cannot be asked; the message says why in words
     */
    public int dimensions() throws IOException {
        OptionalInt known = length.known();
        if (known.isPresent()) {
            return known.getAsInt();
        }
        return embedded(List.of(PROBE)).getFirst().length;
    }

    /**
     * One vector per text, as {@code Embedder.embed} promises.
     *
     * @throws IOException when the server fails or answers something else; the message says why in words
     */
    public List<float[]> embed(List<String> texts) throws IOException {
        List<String> told = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            String text = InputText.first(maxInputChars, texts.get(i));
            if (!InputText.saysNothing(text)) {
                told.add(text);
                places.add(i);
            }
        }
        List<float[]> vectors = new ArrayList<>(Collections.nCopies(texts.size(), null));
        List<float[]> made = embedded(told);
        for (int i = 0; i < made.size(); i++) {
            vectors.set(places.get(i), made.get(i));
        }
        if (told.size() < texts.size()) {
            int dimensions = dimensions();
            vectors.replaceAll(vector -> vector == null ? new float[dimensions] : vector);
        }
        return vectors;
    }

    private List<float[]> embedded(List<String> texts) throws IOException {
        List<FanOut.Request<List<float[]>>> requests = new ArrayList<>();
        for (List<String> few : batches(texts)) {
            requests.add(() -> vectors(few));
        }
        List<float[]> vectors = new ArrayList<>(texts.size());
        FanOut.all(requests, bounds.atOnce()).forEach(vectors::addAll);
        return vectors;
    }

    private List<float[]> vectors(List<String> texts) throws IOException {
        List<Object> answered = batch.ask(texts);
        if (answered.size() != texts.size()) {
            throw new IOException("%s gave %d vectors for %d texts".formatted(server, answered.size(), texts.size()));
        }
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (Object numbers : answered) {
            vectors.add(length.vector(numbers));
        }
        return vectors;
    }

    private List<List<String>> batches(List<String> texts) {
        List<List<String>> batches = new ArrayList<>();
        int begin = 0;
        long chars = 0;
        for (int i = 0; i < texts.size(); i++) {
            int more = texts.get(i).length();
            if (i > begin && (i - begin == bounds.texts() || chars + more > bounds.chars())) {
                batches.add(texts.subList(begin, i));
                begin = i;
                chars = 0;
            }
            chars += more;
        }
        if (begin < texts.size()) {
            batches.add(texts.subList(begin, texts.size()));
        }
        return batches;
    }
}
