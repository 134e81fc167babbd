package ai.xray.integration;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/**
 * A text that tells whether it is whole: it begins with a word that is in no other text, unless that was wished, and ends with
 * a checksum of the rest. Letters alone, as numbers would keep two texts from restating each other.
 *
 * @param content both words and what is between them
 */
record SealedText(String word, String content) {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int RADIX = 26;
    private static final AtomicLong WORDS = new AtomicLong();

    /** A text that begins with {@code word}. */
    static SealedText of(String word, String rest) {
        String body = word + " " + rest;
        return new SealedText(word, body + " " + seal(body));
    }

    /** A word that was never made before. */
    static String newWord() {
        // Multiplying by an odd number is a bijection that leaves no two words within one edit of each other in
        // practice.
        return "w" + letters(WORDS.incrementAndGet() * GOLDEN);
    }

    /** The word that {@code content} begins with, once it is clear that nothing of it is missing or of another text. */
    static String wordOf(String content) {
        int seal = content.lastIndexOf(' ');
        if (seal < 0 || !content.substring(seal + 1).equals(seal(content.substring(0, seal)))) {
            throw new AssertionError("not whole, " + content.length() + " characters: " + content);
        }
        return content.substring(0, content.indexOf(' '));
    }

    private static String seal(String body) {
        CRC32 checksum = new CRC32();
        checksum.update(body.getBytes(StandardCharsets.UTF_8));
        return "seal" + letters(checksum.getValue());
    }

    private static String letters(long number) {
        StringBuilder letters = new StringBuilder();
        for (long rest = number; rest != 0; rest = Long.divideUnsigned(rest, RADIX)) {
            letters.append((char) ('a' + Long.remainderUnsigned(rest, RADIX)));
        }
        return letters.toString();
    }
}
