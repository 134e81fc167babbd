package ai.xray.remote;

import ai.xray.memory.Refusal;

/**
 * A model behind a server, as far as vectors depend on it.
 *
 * @param embedder the embedder's name
 * @param name as the server calls it
 * @param dims the length of vectors; 0 for the model's own
 * @param maxInputChars how much of a text is embedded
 */
public record EmbeddingModel(String embedder, String name, int dims, int maxInputChars) {
    /**
     * Refuses a model without a usable name.
     *
     * @throws Refusal that names {@code embedding-model}
     */
    public void check() {
        ModelName.check("embedding-model", name, "nomic-embed-text or text-embedding-3-small");
    }

    /**
     * What vectors compare under. A length that is the model's own is not in it, since that would have to be asked for first:
     * the name of the model stands for it.
     */
    public String fingerprint() {
        String known = ModelName.fits(name) ? name : "unset";
        return "%s:%s:%s:%d".formatted(embedder, known, dims == 0 ? "native" : dims, maxInputChars);
    }
}
