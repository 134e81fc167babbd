package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.tool.Content;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes {@link Content} as the content blocks of the protocol. */
final class Blocks {
    private Blocks() {}

    /** The text of an array of blocks. */
    static String array(List<Content> contents) {
        return contents.stream().map(Blocks::of).map(Json::write).collect(Collectors.joining(",", "[", "]"));
    }

    /** One block. */
    static Map<String, Object> of(Content content) {
        return switch (content) {
            case Content.Text(String text) -> block("text", "text", text);
            case Content.Image(String base64, String mimeType) -> block("image", "data", base64, "mimeType", mimeType);
            case Content.Audio(String base64, String mimeType) -> block("audio", "data", base64, "mimeType", mimeType);
            case Content.Embedded embedded -> block("resource", "resource", of(embedded));
            case Content.Link(String uri, String name, String description, String mimeType) ->
                block("resource_link", "uri", uri, "name", name, "description", description, "mimeType", mimeType);
        };
    }

    /** What a resource holds. */
    static Map<String, Object> of(Content.Embedded embedded) {
        Map<String, Object> contents = new LinkedHashMap<>();
        contents.put("uri", embedded.uri());
        contents.put("mimeType", embedded.mimeType());
        switch (embedded) {
            case Content.Resource resource -> contents.put("text", resource.text());
            case Content.Blob blob -> contents.put("blob", blob.base64());
        }
        return contents;
    }

    private static Map<String, Object> block(String type, Object... members) {
        Map<String, Object> block = new LinkedHashMap<>();
        block.put("type", type);
        for (int i = 0; i < members.length; i += 2) {
            block.put((String) members[i], members[i + 1]);
        }
        return block;
    }
}
