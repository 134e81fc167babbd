package ai.xray.search;

import java.io.IOException;
import java.util.List;

/** Orders a small pool by reading query and text together. Registered with the property {@code xray.name}. */
public interface Reranker {
    /**
     * One score per text, in order; higher is better.
     *
     * @throws IOException when the model or its server fails; the message says why in words
     */
    double[] score(String query, List<String> texts) throws IOException;
}
