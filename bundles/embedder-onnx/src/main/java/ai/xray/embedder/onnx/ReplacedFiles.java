package ai.xray.embedder.onnx;

import ai.xray.natives.NativeLibraries;
import ai.xray.onnx.OnnxModel;
import ai.xray.wordpiece.WordPiece;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.OptionalInt;

/** A model and its tokenizer that an operator chose. */
record ReplacedFiles(Path model, Path tokenizerJson) implements ModelFiles {
    private static final int MAX_NAME_CHARS = 60;
    private static final int HASH_CHARS = 16;

    /**
     * @param model value of {@code embedding-model-path}
     * @param tokenizer value of {@code embedding-tokenizer-path}
     * @throws IOException when one is missing or not a file that can be read
     */
    static ReplacedFiles of(String model, String tokenizer) throws IOException {
        return new ReplacedFiles(
                readable("embedding-model-path", model), readable("embedding-tokenizer-path", tokenizer));
    }

    private static Path readable(String setting, String value) throws IOException {
        if (value.isBlank()) {
            throw new IOException(setting + ": a file is required, as a model and its tokenizer go together");
        }
        Path file = Path.of(value);
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException("%s: %s is not a file that can be read".formatted(setting, value));
        }
        return file;
    }

    /** By content, as a file may be replaced by a better model of the same name. */
    @Override
    public String name() throws IOException {
        String file = String.valueOf(model.getFileName()).replaceAll("[^A-Za-z0-9._-]", "_");
        return file.substring(0, Math.min(file.length(), MAX_NAME_CHARS)) + "@" + hash();
    }

    private String hash() throws IOException {
        try (DigestOutputStream digest =
                new DigestOutputStream(OutputStream.nullOutputStream(), MessageDigest.getInstance("SHA-256"))) {
            Files.copy(model, digest);
            Files.copy(tokenizerJson, digest);
            return HexFormat.of().formatHex(digest.getMessageDigest().digest()).substring(0, HASH_CHARS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    @Override
    public OptionalInt dimensions() {
        return OptionalInt.empty();
    }

    @Override
    public OnnxModel open(NativeLibraries libraries, int threads) throws IOException {
        return OnnxModel.open(libraries, model, threads);
    }

    @Override
    public WordPiece tokenizer() throws IOException {
        try (InputStream json = Files.newInputStream(tokenizerJson)) {
            return WordPiece.read(json);
        }
    }
}
