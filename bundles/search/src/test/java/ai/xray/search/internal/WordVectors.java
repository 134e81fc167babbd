package ai.xray.search.internal;

import ai.xray.search.Embedder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One dimension for each of a few words: a model simple enough to tell by heart what it answers. */
final class WordVectors implements Embedder {
    private final List<String> words;
    private final String fingerprint;
    final AtomicInteger embedded = new AtomicInteger();
    volatile IOException failure;
    volatile String poison = "\0";
    volatile Runnable meanwhile = () -> {};
    volatile boolean quick;

    WordVectors(String fingerprint, String... words) {
        this.fingerprint = fingerprint;
        this.words = List.of(words);
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public int dimensions() {
        return words.size();
    }

    @Override
    public boolean quick() {
        return quick;
    }

    @Override
    public List<float[]> embed(List<String> texts) throws IOException {
        meanwhile.run();
        if (failure != null) {
            throw failure;
        }
        List<float[]> vectors = new ArrayList<>();
        for (String text : texts) {
            if (text.contains(poison)) {
                throw new IOException("a text that cannot be embedded");
            }
            vectors.add(vector(text));
        }
        embedded.addAndGet(texts.size());
        return vectors;
    }

    private float[] vector(String text) {
        float[] vector = new float[words.size()];
        int found = 0;
        for (int i = 0; i < vector.length; i++) {
            vector[i] = text.contains(words.get(i)) ? 1 : 0;
            found += (int) vector[i];
        }
        for (int i = 0; i < vector.length && found > 0; i++) {
            vector[i] /= (float) Math.sqrt(found);
        }
        return vector;
    }
}
