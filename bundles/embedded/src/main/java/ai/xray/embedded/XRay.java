package ai.xray.embedded;

import ai.xray.client.XRayClient;
import ai.xray.memory.AgentMemory;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/**
 * X-Ray for a Java program: in its own process, or in a server elsewhere. Both give {@link AgentMemory}, and it behaves alike.
 * Immutable and thread-safe.
 */
public final class XRay implements AutoCloseable {
    private static final String NAME = "embedded";

    private final Parts parts;
    private final Origin origin;

    private XRay(Parts parts, Origin origin) {
        this.parts = parts;
        this.origin = origin;
    }

    /**
     * Opens memory in a directory, which is made where it is missing, and holds it until {@link #close()}. What is written is
     * marked as {@code derived}.
     *
     * @throws IOException when the directory is held by another process or by this one, was written by a newer version, or
     *     cannot be used; the message says which
     */
    public static XRay embedded(Path directory) throws IOException {
        return embedded(directory, Map.of());
    }

    /**
     * Opens memory with other settings than the defaults.
     *
     * @param settings by the names of the server's flags, of the parts that are here: memory, search, the embedder
     *     {@code static} or {@code none}, and the vector index; texts, numbers or booleans as the setting wants
     * @throws IllegalArgumentException when a setting is unknown or not allowed; the message names it
     */
    public static XRay embedded(Path directory, Map<String, Object> settings) throws IOException {
        return new XRay(Parts.open(directory, settings), Origin.DERIVED);
    }

    /** A client of the server at {@code url}. */
    public static XRayClient connect(URI url) {
        return XRayClient.connect(url);
    }

    /** The same memory for a writer whose cells are marked as {@code other}; closing either closes both. */
    public XRay withOrigin(Origin other) {
        return new XRay(parts, other);
    }

    /** What is remembered in the directory. */
    public AgentMemory memory() {
        return parts.memory().as(new Author(origin, NAME));
    }

    /** Ends what is written behind and lets go of the directory. Doing it again does nothing. */
    @Override
    public void close() throws IOException {
        parts.close();
    }
}
