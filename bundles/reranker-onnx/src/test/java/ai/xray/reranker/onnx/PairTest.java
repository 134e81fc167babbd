package ai.xray.reranker.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.xray.wordpiece.Pieces;
import ai.xray.wordpiece.WordPiece;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PairTest {
    /** Leaves an even number to the two: the odd one goes to the text here, and to the longer one there. */
    private static final int MAX_TOKENS = 33;

    private static final int SEED = 20261130;

    @Test
    void sameAsTheTokenizerThatModelsArePublishedWith() throws IOException {
        byte[] json = Models.sentenceTokenizer();
        WordPiece ours = WordPiece.read(new ByteArrayInputStream(json));
        Pair.Frame frame = Pair.Frame.of(ours);
        Random random = new Random(SEED);
        try (HuggingFaceTokenizer theirs = HuggingFaceTokenizer.newInstance(
                new ByteArrayInputStream(json),
                Map.of("truncation", "longest_first", "maxLength", "" + MAX_TOKENS, "padding", "false"))) {
            for (int i = 0; i < 2000; i++) {
                int queryWords = random.nextInt(60);
                int textWords = random.nextInt(20);
                String query = "ferry ".repeat(queryWords);
                String text = "unaffable snow ".repeat(textWords);
                Pair pair = frame.around(split(ours, query), split(ours, text), MAX_TOKENS);
                Encoding expected = theirs.encode(query, text, true, false);
                assertThat(longs(pair.tokens())).as(query + "|" + text).isEqualTo(expected.getIds());
                assertThat(longs(pair.segments())).isEqualTo(expected.getTypeIds());
            }
        }
    }

    @Test
    void neitherSideTakesTheRoomThatTheOtherNeeds() {
        Pair.Frame frame = new Pair.Frame(100, 200);
        int[] ones = filled(50, 1);
        int[] twos = filled(50, 2);
        assertThat(frame.around(ones, twos, 10).tokens()).containsExactly(100, 1, 1, 1, 200, 2, 2, 2, 2, 200);
        assertThat(frame.around(ones, filled(1, 2), 10).tokens()).containsExactly(100, 1, 1, 1, 1, 1, 1, 200, 2, 200);
        assertThat(frame.around(filled(1, 1), twos, 10).tokens()).containsExactly(100, 1, 200, 2, 2, 2, 2, 2, 2, 200);
        assertThat(frame.around(new int[0], new int[0], 10).tokens()).containsExactly(100, 200, 200);
        assertThat(frame.around(new int[0], new int[0], 10).segments()).containsExactly(0, 0, 1);
    }

    @Test
    void vocabularyWithoutItsFrameIsRefusedInWords() {
        WordPiece noEnd = WordPiece.uncased(List.of("[UNK]", "[CLS]", "ferry"));
        assertThatIOException()
                .isThrownBy(() -> Pair.Frame.of(noEnd))
                .withMessage("the tokenizer's vocabulary lacks [SEP]");
    }

    private static int[] split(WordPiece tokenizer, String text) {
        Pieces pieces = new Pieces(MAX_TOKENS - Pair.SPECIAL);
        tokenizer.split(text, Integer.MAX_VALUE, pieces);
        return pieces.toArray();
    }

    private static int[] filled(int length, int token) {
        int[] tokens = new int[length];
        Arrays.fill(tokens, token);
        return tokens;
    }

    private static long[] longs(int[] numbers) {
        return Arrays.stream(numbers).asLongStream().toArray();
    }
}
