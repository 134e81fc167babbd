package ai.xray.reranker.onnx;

import ai.xray.wordpiece.WordPiece;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The model and the tokenizer that an operator chose; what is wrong with them is told when they are asked for.
 *
 * @param modelPath value of {@code rerank-model-path}
 * @param tokenizerPath value of {@code rerank-tokenizer-path}
 */
record RerankFiles(String modelPath, String tokenizerPath) {
    /** @throws IOException when it is not set or not a file that can be read, with a sentence that names the setting */
    Path model() throws IOException {
        return readable("rerank-model-path", modelPath, "model.onnx");
    }

    /** @throws IOException as {@link #model} does, and when it is not a tokenizer of a known kind */
    WordPiece tokenizer() throws IOException {
        Path file = readable("rerank-tokenizer-path", tokenizerPath, "tokenizer.json");
        try (InputStream json = Files.newInputStream(file)) {
            return WordPiece.read(json);
        }
    }

    private static Path readable(String setting, String value, String example) throws IOException {
        if (value.isBlank()) {
            throw new IOException("the reranker onnx is not set up: %s: a file is required, such as /models/%s"
                    .formatted(setting, example));
        }
        try {
            Path file = Path.of(value);
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                return file;
            }
        } catch (InvalidPathException e) {
            throw new IOException("%s: %s is not a path: %s".formatted(setting, value, e.getReason()), e);
        }
        throw new IOException("%s: %s is not a file that can be read".formatted(setting, value));
    }
}
