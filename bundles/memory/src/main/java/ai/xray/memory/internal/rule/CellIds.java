package ai.xray.memory.internal.rule;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Scope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Ids made from titles.
 *
 * <p>Ids are unique per store, so whoever finds an id taken learns that something has it. For made ids that would betray the
 * titles of private cells, hence a private cell never takes the plain slug of its title: its id ends in a hash over its
 * subject, which only those who know the subject can compute.
 */
public final class CellIds {
    private static final int MAX_SLUG_CHARS = 60;
    private static final int HASH_BYTES = 4;
    private static final int RANDOM_CANDIDATES = 6;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern ACCENTS = Pattern.compile("\\p{InCombiningDiacriticalMarks}+");
    private static final Pattern GAPS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern EDGES = Pattern.compile("^-+|-+$");

    private CellIds() {}

    /** Ids for a draft that has a title and content, the nicest first. */
    public static List<String> candidates(CellDraft draft) {
        String title = draft.title().orElseThrow();
        String slug = slug(title);
        String subject = draft.subject().orElse("");
        String content = draft.content().orElseThrow();
        boolean shared = draft.scope().orElse(Scope.PUBLIC) == Scope.PUBLIC;
        String first = shared ? slug : slug + "-" + hash(subject, title);
        String second = slug + "-" + (shared ? hash(title, content) : hash(subject, title, content));
        Stream<String> random = Stream.generate(() -> slug + "-" + random()).limit(RANDOM_CANDIDATES);
        return Stream.concat(Stream.of(first, second), random).toList();
    }

    /** {@code title} in lower case with hyphens for all but letters and digits; letters of every script stay. */
    static String slug(String title) {
        String folded = ACCENTS.matcher(Normalizer.normalize(title, Normalizer.Form.NFKD))
                .replaceAll("");
        String lower = Normalizer.normalize(folded, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        String slug = trimmed(GAPS.matcher(lower).replaceAll("-"));
        if (slug.isEmpty()) {
            return "cell";
        }
        if (slug.codePointCount(0, slug.length()) <= MAX_SLUG_CHARS) {
            return slug;
        }
        String cut = slug.substring(0, slug.offsetByCodePoints(0, MAX_SLUG_CHARS));
        int lastWord = cut.lastIndexOf('-');
        return trimmed(lastWord > cut.length() / 2 ? cut.substring(0, lastWord) : cut);
    }

    private static String trimmed(String slug) {
        return EDGES.matcher(slug).replaceAll("");
    }

    private static String hash(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String random() {
        byte[] bytes = new byte[HASH_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
