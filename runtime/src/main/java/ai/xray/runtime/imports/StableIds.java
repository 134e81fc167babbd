package ai.xray.runtime.imports;

import ai.xray.memory.MemoryCell;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Ids made of names, the same whenever they are made: a name's letters and digits with hyphens for the rest. Names that come
 * to the same, or are too long, get a hash of the whole name at the end.
 */
final class StableIds {
    private static final Pattern GAPS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern EDGES = Pattern.compile("^-+|-+$");
    private static final int HASH_BYTES = 5;
    // Room for the hash, and for the number of a part.
    private static final int MAX_SLUG = MemoryCell.MAX_ID_CHARS - 24;

    private StableIds() {}

    /**
     * The id of each of {@code names}, which are all different.
     *
     * @param shown what of a name the id shows
     */
    static Map<String, String> of(Collection<String> names, UnaryOperator<String> shown) {
        Map<String, Integer> uses = new HashMap<>();
        names.forEach(name -> uses.merge(slug(shown.apply(name)), 1, Integer::sum));
        Map<String, String> ids = new LinkedHashMap<>();
        for (String name : names) {
            String slug = slug(shown.apply(name));
            boolean plain = uses.get(slug) == 1 && !slug.isEmpty() && slug.length() <= MAX_SLUG;
            ids.put(name, plain ? slug : hashed(slug, name));
        }
        return ids;
    }

    /**
     * The id of a part.
     *
     * @param id of the whole, which is also the first part's
     * @param number counted from 1
     */
    static String part(String id, int number) {
        // Two hyphens stand in no slug, so that no other name comes to this.
        return number == 1 ? id : id + "--" + number;
    }

    private static String hashed(String slug, String name) {
        String cut = slug.length() <= MAX_SLUG
                ? slug
                : slug.substring(0, Character.isLowSurrogate(slug.charAt(MAX_SLUG)) ? MAX_SLUG - 1 : MAX_SLUG);
        return cut.isEmpty() ? hash(name) : cut + "-" + hash(name);
    }

    private static String slug(String name) {
        String lower = Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        return EDGES.matcher(GAPS.matcher(lower).replaceAll("-")).replaceAll("");
    }

    private static String hash(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
