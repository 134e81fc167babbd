package ai.xray.embedder.table;

import ai.xray.search.Embedder;
import ai.xray.wordpiece.Pieces;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Embeds by a table, with the weights of one corpus or of none. Immutable and thread-safe. */
final class TableEmbedder implements Embedder {
    /** Of a corpus so many texts are counted, which takes seconds; weights do not change much after some thousands. */
    static final int MOST_TEXTS_COUNTED = 100_000;

    private static final int TEXTS_BETWEEN_LOOKS = 1024;
    private static final int FIT_HASH_CHARS = 12;

    private final WordTable table;
    private final Shape shape;
    private final Optional<CorpusFit> fit;
    private final String fingerprint;

    /** What each row counts: its scale times its weight in the corpus. */
    private final float[] weights;

    TableEmbedder(WordTable table, Shape shape, Optional<CorpusFit> fit) {
        this.table = table;
        this.shape = shape;
        this.fit = fit;
        fingerprint = shape.fingerprint()
                + fit.map(corpus -> ";fit=" + hash(corpus.encode())).orElse("");
        weights = table.scales();
        fit.ifPresent(corpus -> {
            for (int piece = 0; piece < weights.length; piece++) {
                weights[piece] *= corpus.weight(piece);
            }
        });
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public int dimensions() {
        return shape.dimensions();
    }

    @Override
    public List<float[]> embed(List<String> texts) throws IOException {
        Pieces pieces = new Pieces(Integer.MAX_VALUE);
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (String text : texts) {
            if (vectors.size() % TEXTS_BETWEEN_LOOKS == 0
                    && Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while embedding");
            }
            table.wordPiece().split(text, shape.maxInputChars(), pieces);
            vectors.add(sum(pieces));
        }
        return vectors;
    }

    private float[] sum(Pieces pieces) {
        float[] sum = new float[shape.dimensions()];
        for (int i = 0; i < pieces.size(); i++) {
            int piece = pieces.get(i);
            table.add(piece, weights[piece], sum);
        }
        double square = 0;
        for (float value : sum) {
            square += value * value;
        }
        if (square > 0) {
            float length = (float) Math.sqrt(square);
            for (int i = 0; i < sum.length; i++) {
                sum[i] /= length;
            }
        }
        return sum;
    }

    @Override
    public Embedder fittedTo(Iterable<String> texts) {
        int[] textsWith = new int[table.header().pieces()];
        int[] lastText = new int[textsWith.length];
        Pieces pieces = new Pieces(Integer.MAX_VALUE);
        int count = 0;
        for (String text : texts) {
            if (count == MOST_TEXTS_COUNTED) {
                break;
            }
            count++;
            table.wordPiece().split(text, shape.maxInputChars(), pieces);
            for (int i = 0; i < pieces.size(); i++) {
                int piece = pieces.get(i);
                if (lastText[piece] != count) {
                    lastText[piece] = count;
                    textsWith[piece]++;
                }
            }
        }
        return count == 0
                ? new TableEmbedder(table, shape, Optional.empty())
                : new TableEmbedder(table, shape, Optional.of(new CorpusFit(count, textsWith)));
    }

    @Override
    public byte[] fit() {
        return fit.map(CorpusFit::encode).orElse(new byte[0]);
    }

    @Override
    public Embedder withFit(byte[] bytes) {
        return new TableEmbedder(
                table,
                shape,
                bytes.length == 0
                        ? Optional.empty()
                        : Optional.of(CorpusFit.decode(bytes, table.header().pieces())));
    }

    private static String hash(byte[] fit) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(fit);
            return HexFormat.of().formatHex(digest).substring(0, FIT_HASH_CHARS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
