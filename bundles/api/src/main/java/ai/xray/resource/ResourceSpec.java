package ai.xray.resource;

import java.util.Optional;

/**
 * A resource, or a kind of resource, as clients see it.
 *
 * @param uri its address; variables in braces, such as {@code xray://cell/{id}}, make it a template for many. A variable
 *     stands for one or more characters other than {@code / ? #}, percent-encoded, and there is other text between two
 * @param name short, for lists
 * @param title for people
 * @param description for models: what is there and when to read it
 * @param scope what a caller must have been granted, for example {@code xray:memory.read}; empty for none
 */
public record ResourceSpec(
        String uri, String name, String title, String description, String mimeType, Optional<String> scope) {
    /** Whether the address has variables. */
    public boolean isTemplate() {
        return uri.indexOf('{') >= 0;
    }
}
