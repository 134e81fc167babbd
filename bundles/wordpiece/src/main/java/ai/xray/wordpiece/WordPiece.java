package ai.xray.wordpiece;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Splits text into the pieces of a BERT vocabulary: words are parted at blanks and punctuation, and a word becomes the longest
 * pieces that it can be read as from left to right, or the one unknown piece. Names of special pieces in a text, such as
 * {@code [SEP]}, are text like any other. Immutable and thread-safe.
 */
public final class WordPiece {
    private static final int MAX_WORD_CHARS = 100;
    private static final int MAX_PIECES = 1_000_000;

    private final Vocabulary vocabulary;
    private final Alphabet alphabet;
    private final char[] asciiLetters;
    private final int unknown;
    private final int longestWord;

    private WordPiece(List<String> pieces, Alphabet alphabet, String unknown, int longestWord) {
        this.vocabulary = new Vocabulary(pieces);
        this.alphabet = alphabet;
        this.asciiLetters = alphabet.asciiLetters();
        this.unknown = pieces.indexOf(unknown);
        this.longestWord = longestWord;
        if (this.unknown < 0) {
            throw new IllegalArgumentException("the vocabulary lacks its unknown piece " + unknown);
        }
    }

    /**
     * For a vocabulary in lower case and without accents, as most English models have it.
     *
     * @param pieces by their numbers; those that continue a word begin with {@code ##}; {@code [UNK]} is among them
     */
    public static WordPiece uncased(List<String> pieces) {
        return new WordPiece(pieces, new Alphabet(true, true, true), "[UNK]", MAX_WORD_CHARS);
    }

    /**
     * As a {@code tokenizer.json} of Hugging Face describes it.
     *
     * @throws IOException when the file is not of that form or describes another kind of tokenizer; the message says which
     */
    public static WordPiece read(InputStream tokenizerJson) throws IOException {
        try {
            Map<String, Object> file = Json.asObject(Json.read(tokenizerJson.readAllBytes()));
            Map<String, Object> model = Json.asObject(file.get("model"));
            if (!"WordPiece".equals(model.get("type"))) {
                throw new IOException(
                        "the tokenizer is of type %s, but only WordPiece can be read".formatted(model.get("type")));
            }
            Map<String, Object> normalizer = Json.asObject(file.get("normalizer"));
            if (!"BertNormalizer".equals(normalizer.get("type"))) {
                throw new IOException("the tokenizer's normalizer is of type %s, but only BertNormalizer can be read"
                        .formatted(normalizer.get("type")));
            }
            boolean lowerCase = !Boolean.FALSE.equals(normalizer.get("lowercase"));
            Object stripAccents = normalizer.get("strip_accents");
            return new WordPiece(
                    pieces(Json.asObject(model.get("vocab"))),
                    new Alphabet(
                            lowerCase,
                            stripAccents == null ? lowerCase : Boolean.TRUE.equals(stripAccents),
                            !Boolean.FALSE.equals(normalizer.get("handle_chinese_chars"))),
                    model.get("unk_token") instanceof String text ? text : "[UNK]",
                    model.get("max_input_chars_per_word") instanceof Long chars
                            ? Math.toIntExact(chars)
                            : MAX_WORD_CHARS);
        } catch (JsonException | IllegalArgumentException | ArithmeticException e) {
            throw new IOException("the tokenizer cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<String> pieces(Map<String, Object> numbers) {
        if (numbers.size() > MAX_PIECES) {
            throw new IllegalArgumentException("its vocabulary has more than " + MAX_PIECES + " pieces");
        }
        String[] pieces = new String[numbers.size()];
        numbers.forEach((piece, number) -> {
            if (!(number instanceof Long id) || id < 0 || id >= pieces.length || pieces[id.intValue()] != null) {
                throw new IllegalArgumentException("its vocabulary does not number its pieces from 0 on");
            }
            pieces[id.intValue()] = piece;
        });
        return Arrays.asList(pieces);
    }

    /** How many pieces the vocabulary has. */
    public int size() {
        return vocabulary.size();
    }

    /** The piece with this number; one that continues a word begins with {@code ##}. */
    public String piece(int id) {
        return vocabulary.piece(id);
    }

    /** The number of a piece, {@code -1} when there is none of this name. */
    public int id(String piece) {
        return vocabulary.id(piece);
    }

    /** The piece that stands for words which cannot be read. */
    public int unknown() {
        return unknown;
    }

    /**
     * Splits the beginning of a text.
     *
     * @param maxChars how many chars of it are looked at; a character of two is never parted
     * @param into what it held before is forgotten; splitting ends when it is full
     */
    public void split(String text, int maxChars, Pieces into) {
        into.clear();
        int end = text.length();
        if (end > maxChars) {
            boolean parts = maxChars > 0
                    && Character.isHighSurrogate(text.charAt(maxChars - 1))
                    && Character.isLowSurrogate(text.charAt(maxChars));
            end = parts ? maxChars - 1 : maxChars;
        }
        Word word = new Word();
        int i = 0;
        while (i < end && !into.full()) {
            char c = text.charAt(i);
            char letter = c < asciiLetters.length ? asciiLetters[c] : 0;
            if (letter != 0) {
                word.add(letter);
                i++;
            } else {
                int codePoint = text.codePointAt(i);
                word.addWritten(alphabet.written(codePoint), into);
                i += Character.charCount(codePoint);
            }
        }
        word.end(into);
    }

    /** The word that is being read. */
    private final class Word {
        private char[] chars = new char[32];
        private int length;
        private int hash;

        void add(char c) {
            if (length == chars.length) {
                chars = Arrays.copyOf(chars, 2 * length);
            }
            chars[length++] = c;
            hash = Vocabulary.BASE * hash + c;
        }

        void addWritten(String written, Pieces into) {
            for (int i = 0; i < written.length(); i++) {
                char c = written.charAt(i);
                if (c == ' ') {
                    end(into);
                } else {
                    add(c);
                }
            }
        }

        void end(Pieces into) {
            if (length > 0) {
                int whole = vocabulary.beginning(chars, 0, length, hash);
                if (whole != Vocabulary.NONE) {
                    into.add(whole);
                } else if (!part(into)) {
                    into.add(unknown);
                }
                length = 0;
                hash = 0;
            }
        }

        /** Whether the word could be read as pieces, which were added then. */
        private boolean part(Pieces into) {
            if (length > longestWord && Character.codePointCount(chars, 0, length) > longestWord) {
                return false;
            }
            int before = into.size();
            int from = 0;
            while (from < length) {
                int to = Math.min(length, from + vocabulary.longest());
                int id = Vocabulary.NONE;
                while (to > from && id == Vocabulary.NONE) {
                    id = from == 0
                            ? vocabulary.beginning(chars, from, to, Vocabulary.hash(chars, from, to))
                            : vocabulary.continuing(chars, from, to, Vocabulary.hash(chars, from, to));
                    to--;
                }
                if (id == Vocabulary.NONE) {
                    into.cut(before);
                    return false;
                }
                into.add(id);
                from = to + 1;
            }
            return true;
        }
    }
}
