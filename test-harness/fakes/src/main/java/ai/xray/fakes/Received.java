package ai.xray.fakes;

import java.util.Map;
import java.util.Optional;

/**
 * A request that arrived.
 *
 * @param path with the query, as sent
 * @param headers by name in lower case; of several with one name the first
 */
public record Received(String method, String path, Map<String, String> headers, String body) {
    /** The header, or empty when there is none. */
    public Optional<String> header(String lowerCaseName) {
        return Optional.ofNullable(headers.get(lowerCaseName));
    }
}
