package ai.xray.runtime.archive;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.runtime.client.RefusedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a backup says it holds.
 *
 * @param xray the version of the server that made it
 * @param createdAt when, RFC 3339
 * @param cells how many cells are in it
 */
public record Manifest(String xray, String createdAt, long cells, Map<String, Content> files) {
    /** The format that this program reads and writes. */
    static final long FORMAT = 1;

    // Beyond what any store has; keeps sums of sizes within a long.
    private static final long MAX_BYTES = 1L << 50;
    private static final Set<String> KNOWN =
            Set.of(BackupFile.STORE, "xray.yaml", "features.properties", "settings.properties");

    /**
     * A file.
     *
     * @param sha256 in hexadecimal digits
     */
    public record Content(long bytes, String sha256) {}

    /**
     * Reads one.
     *
     * @throws RefusedException when it is none, of a newer format, or names files that a backup does not have
     */
    static Manifest parse(String text) {
        try {
            Map<String, Object> fields = Json.readObject(text);
            if (fields.get("format") instanceof Long format && format > FORMAT) {
                throw new RefusedException(
                        "was made by a newer version (format %d, this one knows up to %d); use that version."
                                .formatted(format, FORMAT));
            }
            Map<String, Content> files = new LinkedHashMap<>();
            for (Map.Entry<String, Object> file :
                    Json.asObject(fields.get("files")).entrySet()) {
                if (!KNOWN.contains(file.getKey())) {
                    throw new RefusedException("holds a file that no backup has.");
                }
                files.put(file.getKey(), content(Json.asObject(file.getValue())));
            }
            if (!files.containsKey(BackupFile.STORE)
                    || !(fields.get("xray") instanceof String xray)
                    || !(fields.get("createdAt") instanceof String createdAt)
                    || !(fields.get("cells") instanceof Long cells)) {
                throw new RefusedException("has a manifest that is not complete.");
            }
            return new Manifest(xray, createdAt, cells, files);
        } catch (JsonException e) {
            throw new RefusedException("has a manifest that is damaged.");
        }
    }

    private static Content content(Map<String, Object> fields) {
        if (fields.get("bytes") instanceof Long bytes
                && bytes >= 0
                && bytes <= MAX_BYTES
                && fields.get("sha256") instanceof String sha256
                && sha256.matches("[0-9a-f]{64}")) {
            return new Content(bytes, sha256);
        }
        throw new RefusedException("has a manifest that does not tell the size and sum of each file.");
    }
}
