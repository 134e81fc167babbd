package ai.xray.remote;

/**
 * The words of settings that several embedders have. One name is one setting wherever it stands, and the first description
 * that is read is the one that help shows: so there is one.
 */
public final class EmbeddingSettings {
    /** Of {@code embedding-model}. */
    public static final String MODEL =
            "Model that turns texts into vectors, as its server calls it, at most 100 characters; empty is gemini-embedding-001 with the embedder vertex, and openai needs one.";

    /** Of {@code embedding-dims}. */
    public static final String DIMS =
            "Length of the vectors, 0 to 8192; longer ones are cut and normalised again; 0 is the model's own length, 128 for gemini-embedding-001.";

    /** Of {@code embedding-max-input-chars}. */
    public static final String MAX_INPUT_CHARS =
            "Characters of a text that are embedded, 1 to 100000; the rest does not count.";

    private EmbeddingSettings() {}
}
