package ai.xray.reranker.onnx;

import ai.xray.wordpiece.WordPiece;
import java.io.IOException;
import java.util.Arrays;

/**
 * What a cross-encoder reads: {@code [CLS] query [SEP] text [SEP]}.
 *
 * @param tokens numbers of the pieces
 * @param segments 0 for those up to the first {@code [SEP]}, 1 for those behind it
 */
@SuppressWarnings("ArrayRecordComponent") // made for one run, and not compared
record Pair(int[] tokens, int[] segments) {
    /** How many special pieces there are in a pair. */
    static final int SPECIAL = 3;

    /** The special pieces of a vocabulary. */
    record Frame(int begin, int end) {
        /** @throws IOException when the vocabulary lacks one */
        static Frame of(WordPiece tokenizer) throws IOException {
            return new Frame(special(tokenizer, "[CLS]"), special(tokenizer, "[SEP]"));
        }

        private static int special(WordPiece tokenizer, String piece) throws IOException {
            int id = tokenizer.id(piece);
            if (id < 0) {
                throw new IOException("the tokenizer's vocabulary lacks " + piece);
            }
            return id;
        }

        /**
         * A pair of at most so many tokens. The longer side is cut first, so that neither a long query nor a long text leaves
         * nothing of the other: each keeps at least half of the room when it needs it.
         */
        Pair around(int[] query, int[] text, int maxTokens) {
            int room = maxTokens - SPECIAL;
            int ofQuery = Math.min(query.length, Math.max(room / 2, room - text.length));
            int ofText = Math.min(text.length, room - ofQuery);
            int[] tokens = new int[ofQuery + ofText + SPECIAL];
            tokens[0] = begin;
            System.arraycopy(query, 0, tokens, 1, ofQuery);
            tokens[ofQuery + 1] = end;
            System.arraycopy(text, 0, tokens, ofQuery + 2, ofText);
            tokens[tokens.length - 1] = end;
            int[] segments = new int[tokens.length];
            Arrays.fill(segments, ofQuery + 2, segments.length, 1);
            return new Pair(tokens, segments);
        }
    }
}
