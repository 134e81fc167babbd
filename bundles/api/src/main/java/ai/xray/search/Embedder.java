package ai.xray.search;

import java.io.IOException;
import java.util.List;

/**
 * Turns texts into vectors. Registered with the property {@code xray.name}, and with {@code xray.floor} (a Double) where texts
 * less similar than that cosine have nothing to do with each other; thread-safe.
 *
 * <p>An embedder may weight words by how rare they are in the corpus that it is used for. Such a one is {@linkplain #fittedTo
 * fitted} to texts of that corpus; what it learned is a few bytes that are kept with the index, and from which the same
 * embedder is {@linkplain #withFit made again}. Most embedders are what they are for every corpus.
 */
public interface Embedder {
    /**
     * Names the model, its dimensions, its input limit and its fit: vectors compare only under an equal fingerprint. At most
     * 200 characters of printable ASCII.
     */
    String fingerprint();

    /**
     * The length of every vector. May block, where a server has to be asked for it.
     *
     * @throws IOException when the model or its server fails; the message says why in words
     */
    int dimensions() throws IOException;

    /**
     * One vector of length 1 (Euclidean) per text, in order; a vector of zeros for a text that says nothing to the model.
     * Longer texts than the model takes are cut. May block and may be interrupted.
     *
     * @throws IOException when the model or its server fails; the message says why in words
     */
    List<float[]> embed(List<String> texts) throws IOException;

    /**
     * Whether a text is embedded in less time than it takes to hand it to another thread or to keep its vector on disk: then
     * neither is done.
     */
    default boolean quick() {
        return false;
    }

    /** This embedder for a corpus of which {@code texts} are a fair sample; the same embedder when it learns nothing. */
    default Embedder fittedTo(Iterable<String> texts) {
        return this;
    }

    /** What this embedder has learned of its corpus; of length 0 when nothing. */
    default byte[] fit() {
        return new byte[0];
    }

    /**
     * This embedder with what another one of the same model had learned.
     *
     * @throws IllegalArgumentException when {@code fit} is not what {@link #fit} of this model gave
     */
    default Embedder withFit(byte[] fit) {
        if (fit.length > 0) {
            throw new IllegalArgumentException("this embedder learns nothing of a corpus");
        }
        return this;
    }
}
