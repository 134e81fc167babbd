package ai.xray.embedder.distill;

import ai.xray.natives.NativeLibraries;
import ai.xray.onnx.OnnxModel;
import ai.xray.wordpiece.WordPiece;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/** The build's step that makes the table, or takes the one that was made from the same things before. */
final class Distill {
    private static final String MODEL = "/all-minilm-l6-v2-q.onnx";
    private static final String TOKENIZER = "/all-minilm-l6-v2-q-tokenizer.json";

    private Distill() {}

    /** @param args the directory where tables are kept from build to build, and the file to make */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        Path kept = Path.of(args[0]);
        Path wanted = Path.of(args[1]);
        byte[] model = resource(MODEL);
        byte[] tokenizer = resource(TOKENIZER);
        String key = Recipe.key(model, tokenizer);
        Path table = kept.resolve("words-" + key + ".table");
        if (!Files.exists(table)) {
            System.out.println("Making the table of word vectors; this takes a minute, once.");
            Files.createDirectories(kept);
            Path part = Files.createTempFile(kept, "words", ".part");
            Files.write(part, make(model, tokenizer, kept));
            Files.move(part, table, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.createDirectories(wanted.getParent());
        Files.copy(table, wanted, StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] make(byte[] modelBytes, byte[] tokenizer, Path kept)
            throws IOException, InterruptedException, ExecutionException {
        WordPiece wordPiece = WordPiece.read(new ByteArrayInputStream(tokenizer));
        float[][] meanings;
        try (OnnxModel model = OnnxModel.open(new NativeLibraries(kept.resolve("natives")), modelBytes, 1)) {
            meanings = new Meanings(model, wordPiece.id("[CLS]"), wordPiece.id("[SEP]")).of(wordPiece.size());
        }
        List<String> pieces =
                IntStream.range(0, wordPiece.size()).mapToObj(wordPiece::piece).toList();
        return TableFile.write(pieces, Recipe.rows(meanings, pieces));
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Distill.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}
