package ai.xray.admin;

import ai.xray.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a backup holds, as {@code manifest.json} tells it. Not thread-safe. */
final class Manifest {
    static final String ENTRY = "manifest.json";

    /** The version of this form. */
    private static final int FORMAT = 1;

    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final Map<String, Object> files = new LinkedHashMap<>();

    /**
     * @param version of the server
     * @param cells how many there were about when the copy was made
     */
    Manifest(String version, Instant createdAt, long cells) {
        fields.put("format", FORMAT);
        fields.put("xray", version);
        fields.put("createdAt", createdAt.toString());
        fields.put("cells", cells);
        fields.put("files", files);
    }

    /** Notes a file that is in the backup. */
    void add(String name, long bytes, String sha256) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("bytes", bytes);
        file.put("sha256", sha256);
        files.put(name, file);
    }

    byte[] json() {
        return Json.write(fields).getBytes(StandardCharsets.UTF_8);
    }
}
