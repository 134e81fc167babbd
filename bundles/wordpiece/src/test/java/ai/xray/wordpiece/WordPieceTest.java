package ai.xray.wordpiece;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordPieceTest {
    private static WordPiece model;

    @BeforeAll
    static void read() throws IOException {
        try (InputStream tokenizer = WordPieceTest.class.getResourceAsStream("/all-minilm-l6-v2-q-tokenizer.json")) {
            model = WordPiece.read(tokenizer);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Hello, world!|hello , world !",
                "unaffable|una ##ffa ##ble",
                "Crème Brûlée|cr ##eme br ##ule ##e",
                "naïve café|naive cafe",
                "don't|don ' t",
                "snake_case-and/path|snake _ case - and / path",
                "東京タワー|東 京 タ ##ワ ##ー",
                "$5.00|$ 5 . 00",
            })
    void splitsAsBertDoes(String text, String pieces) {
        assertThat(split(model, text)).isEqualTo(Arrays.asList(pieces.split(" ")));
    }

    @Test
    void controlCharactersAreLeftOutAndLineEndsPartWords() {
        assertThat(split(model, "one\u0000t\u0007wo\u200b\tthree\nfour\u00a0five\u2028six\ufffd"))
                .containsExactly("one", "##t", "##wo", "three", "four", "five", "six");
    }

    @Test
    void wordThatCannotBeReadIsOneUnknownPiece() {
        assertThat(split(model, "a 🫠 b")).containsExactly("a", "[UNK]", "b");
        assertThat(split(model, "x".repeat(101) + " b")).containsExactly("[UNK]", "b");
        assertThat(split(model, "x".repeat(100) + " b")).doesNotContain("[UNK]").endsWith("b");
    }

    @Test
    void namesOfSpecialPiecesAreText() {
        assertThat(split(model, "[SEP]")).containsExactly("[", "sep", "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t", "\u0000", "\ud83d", "\udc00\udc00"})
    void whatSaysNothingHasNoPieces(String text) {
        assertThat(split(model, text)).isEmpty();
    }

    @Test
    void looksAtSoManyCharsAndPartsNoCharacter() {
        Pieces pieces = new Pieces(10);
        model.split("one two three", 7, pieces);
        assertThat(names(model, pieces)).containsExactly("one", "two");
        // A word of two chars per character: the third char is the first half of the second character.
        model.split("𝐀𝐁", 3, pieces);
        assertThat(pieces.size()).isEqualTo(split(model, "𝐀").size());
        model.split("one", 0, pieces);
        assertThat(pieces.size()).isZero();
    }

    @Test
    void endsWhenFull() {
        Pieces pieces = new Pieces(3);
        model.split("the unaffable man", Integer.MAX_VALUE, pieces);
        assertThat(names(model, pieces)).containsExactly("the", "una", "##ffa");
        model.split("two", Integer.MAX_VALUE, pieces);
        assertThat(names(model, pieces)).containsExactly("two");
    }

    @Test
    void knowsItsPieces() {
        assertThat(model.size()).isEqualTo(30_522);
        assertThat(model.id("[CLS]")).isEqualTo(101);
        assertThat(model.piece(model.id("##ing"))).isEqualTo("##ing");
        assertThat(model.id("nosuchpiece")).isEqualTo(-1);
        assertThat(model.piece(model.unknown())).isEqualTo("[UNK]");
    }

    @Test
    void sameAsUncasedOverItsPieces() {
        WordPiece made = WordPiece.uncased(
                IntStream.range(0, model.size()).mapToObj(model::piece).toList());
        String text = "Ünïcode, tokenization & 42 things";
        assertThat(split(made, text)).isEqualTo(split(model, text));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WordPiece.uncased(List.of("a", "b")))
                .withMessageContaining("[UNK]");
    }

    @Test
    void casedVocabularyKeepsCaseAndAccents() throws IOException {
        WordPiece cased = WordPiece.read(json("""
                {"normalizer": {"type": "BertNormalizer", "lowercase": false, "strip_accents": null},
                 "model": {"type": "WordPiece", "unk_token": "<?>", "vocab": {"<?>": 0, "É": 1, "##a": 2, "e": 3}}}"""));
        assertThat(split(cased, "Éa E e")).containsExactly("É", "##a", "<?>", "e");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|cannot be read",
                "{|cannot be read",
                "{\"model\": {\"type\": \"Unigram\"}}|of type Unigram, but only WordPiece",
                "{\"model\": {\"type\": \"WordPiece\"}, \"normalizer\": {\"type\": \"NFC\"}}|of type NFC, but only BertNormalizer",
                "{\"model\": {\"type\": \"WordPiece\", \"vocab\": {\"a\": 7}}, \"normalizer\": {\"type\": \"BertNormalizer\"}}|does not number its pieces",
                "{\"model\": {\"type\": \"WordPiece\", \"vocab\": {\"a\": 0}}, \"normalizer\": {\"type\": \"BertNormalizer\"}}|lacks its unknown piece",
            })
    void otherFilesAreRefusedInWords(String content, String words) {
        assertThatIOException()
                .isThrownBy(() -> WordPiece.read(json(content)))
                .withMessageStartingWith("the tokenizer")
                .withMessageContaining(words);
    }

    private static InputStream json(String content) {
        return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> split(WordPiece wordPiece, String text) {
        Pieces pieces = new Pieces(10_000);
        wordPiece.split(text, Integer.MAX_VALUE, pieces);
        return names(wordPiece, pieces);
    }

    private static List<String> names(WordPiece wordPiece, Pieces pieces) {
        return Arrays.stream(pieces.toArray()).mapToObj(wordPiece::piece).toList();
    }
}
