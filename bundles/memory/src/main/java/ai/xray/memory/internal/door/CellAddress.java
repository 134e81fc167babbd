package ai.xray.memory.internal.door;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The address of a cell as a resource. */
final class CellAddress {
    /** With the id left open. */
    static final String TEMPLATE = "xray://cell/{id}";

    private CellAddress() {}

    static String of(String id) {
        // URLEncoder is for forms, where a space becomes a plus; in an address it is %20.
        return TEMPLATE.replace(
                "{id}", URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20"));
    }
}
