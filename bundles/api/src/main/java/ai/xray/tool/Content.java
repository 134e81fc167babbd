package ai.xray.tool;

/** A piece of an answer, in the terms of MCP's content blocks. Bytes are given in Base64. */
public sealed interface Content {
    /** Words. */
    record Text(String text) implements Content {}

    /** A picture. */
    record Image(String base64, String mimeType) implements Content {}

    /** Sound. */
    record Audio(String base64, String mimeType) implements Content {}

    /** What a resource holds, carried in the answer. */
    sealed interface Embedded extends Content {
        /** The resource's own address. */
        String uri();

        String mimeType();
    }

    /** A resource that is text. */
    record Resource(String uri, String mimeType, String text) implements Embedded {}

    /** A resource that is bytes. */
    record Blob(String uri, String mimeType, String base64) implements Embedded {}

    /**
     * Points to a resource that the client may read if it wants.
     *
     * @param name short, for lists
     * @param description for models
     */
    record Link(String uri, String name, String description, String mimeType) implements Content {}
}
