package ai.xray.search;

import java.io.IOException;
import java.util.List;

/** Turns texts into vectors. Registered with the property {@code xray.name}; thread-safe. */
public interface Embedder {
    /** Names the model, its dimensions and its input limit: vectors compare only under an equal fingerprint. */
    String fingerprint();

    /** The length of every vector. */
    int dimensions();

    /**
     * One vector of length 1 (Euclidean) per text, in order.
     *
     * @throws IOException when the model or its server fails; the message says why in words
     */
    List<float[]> embed(List<String> texts) throws IOException;
}
