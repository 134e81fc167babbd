package ai.xray.rest.memory;

import ai.xray.json.Json;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Entity tags (RFC 9110, section 8.8.3). That of a cell has two parts, {@code "<cell>.<reply>"}: what came to cite the cell
 * changes the reply, but is no reason to refuse a change of the cell.
 */
final class EntityTag {
    private static final int HASH_BYTES = 16;
    private static final Pattern OF_CELL = Pattern.compile("\"([A-Za-z0-9_-]+)\\.[A-Za-z0-9_-]+\"");

    private EntityTag() {}

    static String of(Optional<String> version, byte[] reply) {
        String hash = hash(reply);
        return version.map(cell -> "\"%s.%s\"".formatted(cell, hash)).orElse("\"" + hash + "\"");
    }

    /** The version of a cell as it is shown. */
    static String version(MemoryCell cell) {
        return hash(Json.write(CellFields.of(cell)).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Whether a cell is the one that {@code ifMatch} names: the entity tag of a reply with the cell, or {@code *} for any.
     */
    static Predicate<MemoryCell> matcher(Optional<String> ifMatch) {
        String tag = ifMatch.map(String::strip)
                .orElseThrow(() -> Refusal.invalid(
                        "If-Match", "If-Match: is missing; the ETag of the cell as it was read, or * for any."));
        if (tag.equals("*")) {
            return cell -> true;
        }
        Matcher matcher = OF_CELL.matcher(tag);
        if (!matcher.matches()) {
            throw Refusal.invalid("If-Match", "If-Match: must be the ETag of one cell as it was read, or * for any.");
        }
        String version = matcher.group(1);
        return cell -> version(cell).equals(version);
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, HASH_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
