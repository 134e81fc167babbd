package ai.xray.embedder.vertex;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Refusal;
import ai.xray.remote.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A file with Google credentials.
 *
 * @param name how messages call it
 */
record CredentialsFile(String name, Map<String, Object> fields) {
    private static final int MOST_BYTES = 64 * 1024;
    private static final String GOOGLE = "https://oauth2.googleapis.com/token";

    /**
     * Reads a file.
     *
     * @throws IOException when it is not a JSON object; the message quotes nothing of it
     */
    static CredentialsFile read(String name, Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new IOException(name + ": the file does not exist");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(path)) {
            bytes = in.readNBytes(MOST_BYTES);
        } catch (IOException e) {
            throw new IOException(name + ": cannot be read by the user the server runs as", e);
        }
        try {
            return new CredentialsFile(name, Json.asObject(Json.read(bytes)));
        } catch (JsonException e) {
            throw new IOException(name + ": is not a JSON object with credentials", e);
        }
    }

    /** What kind of credentials these are; {@code ""} when it does not say. */
    String type() {
        return fields.get("type") instanceof String type ? type : "";
    }

    /**
     * A field that must be there.
     *
     * @throws IOException when it is not
     */
    String text(String field) throws IOException {
        if (fields.get(field) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new IOException("%s: holds no %s".formatted(name, field));
    }

    /**
     * Where tokens are asked for; Google's own endpoint when the file names none.
     *
     * @throws IOException when the file names one that is not reached by https, for secrets are sent there
     */
    URI tokenAddress() throws IOException {
        String given = fields.get("token_uri") instanceof String text ? text : GOOGLE;
        try {
            Endpoint endpoint = Endpoint.parse("token_uri", given);
            if (!endpoint.isExposed()) {
                return endpoint.uri();
            }
        } catch (Refusal wrong) {
            throw new IOException(name + ": " + wrong.getMessage(), wrong);
        }
        throw new IOException(name + ": its token_uri must be an https URL");
    }

    Optional<String> quotaProject() {
        return Optional.ofNullable(fields.get("quota_project_id"))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(VertexModel::isProject);
    }

    /** Without what it holds. */
    @Override
    public String toString() {
        return name;
    }
}
