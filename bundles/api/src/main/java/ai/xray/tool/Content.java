package ai.xray.tool;

/** A piece of a tool's answer, in the terms of MCP's content blocks. */
public sealed interface Content {
    /** Words. */
    record Text(String text) implements Content {}

    /** A picture; {@code base64} is its bytes in Base64. */
    record Image(String base64, String mimeType) implements Content {}

    /** Sound; {@code base64} is its bytes in Base64. */
    record Audio(String base64, String mimeType) implements Content {}

    /** A text resource carried in the answer. */
    record Resource(String uri, String mimeType, String text) implements Content {}
}
