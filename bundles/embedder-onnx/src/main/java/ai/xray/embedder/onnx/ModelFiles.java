package ai.xray.embedder.onnx;

import ai.xray.natives.NativeLibraries;
import ai.xray.onnx.OnnxModel;
import ai.xray.wordpiece.WordPiece;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalInt;

/** Where a model and its tokenizer come from. */
interface ModelFiles {
    /**
     * Names the model in fingerprints; equal for equal models only. May read the files.
     *
     * @throws IOException when they cannot be read
     */
    String name() throws IOException;

    /** The length of the model's vectors, when it is known without loading it. */
    OptionalInt dimensions();

    /** Loads the model, which takes a fraction of a second for small ones. */
    OnnxModel open(NativeLibraries libraries, int threads) throws IOException;

    /** Reads the tokenizer. */
    WordPiece tokenizer() throws IOException;

    /** Those in this bundle. */
    static ModelFiles bundled() {
        return new Bundled();
    }

    /** all-MiniLM-L6-v2 with weights of 8 bits. */
    record Bundled() implements ModelFiles {
        private static final String MODEL = "/all-minilm-l6-v2-q.onnx";
        private static final String TOKENIZER = "/all-minilm-l6-v2-q-tokenizer.json";
        private static final int DIMENSIONS = 384;

        @Override
        public String name() {
            return "all-minilm-l6-v2-q";
        }

        @Override
        public OptionalInt dimensions() {
            return OptionalInt.of(DIMENSIONS);
        }

        @Override
        public OnnxModel open(NativeLibraries libraries, int threads) throws IOException {
            try (InputStream model = resource(MODEL)) {
                return OnnxModel.open(libraries, model.readAllBytes(), threads);
            }
        }

        @Override
        public WordPiece tokenizer() throws IOException {
            try (InputStream tokenizer = resource(TOKENIZER)) {
                return WordPiece.read(tokenizer);
            }
        }

        private static InputStream resource(String name) throws IOException {
            InputStream resource = ModelFiles.class.getResourceAsStream(name);
            if (resource == null) {
                throw new IOException("the sentence model is not in this build: " + name);
            }
            return resource;
        }
    }
}
