package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.resource.Resource;
import ai.xray.resource.ResourceSpec;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A registered resource, or template of many.
 *
 * @param address its address, to be matched
 * @param listing the text of its entry in {@code resources/list} or {@code resources/templates/list}
 */
record OfferedResource(Resource service, ResourceSpec spec, UriTemplate address, String listing) implements Offered {
    /**
     * The resource as it is offered.
     *
     * @throws IllegalArgumentException when clients would not take its description
     */
    static OfferedResource of(Resource resource) {
        ResourceSpec spec = resource.spec();
        UriTemplate address = new UriTemplate(spec.uri());
        if (!URI.create(spec.uri().replaceAll("[{}]", "")).isAbsolute()) {
            throw new IllegalArgumentException("its address has no scheme");
        }
        return new OfferedResource(resource, spec, address, Json.write(entry(spec)));
    }

    @Override
    public String name() {
        return spec.uri();
    }

    private static Map<String, Object> entry(ResourceSpec spec) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put(spec.isTemplate() ? "uriTemplate" : "uri", spec.uri());
        entry.put("name", spec.name());
        entry.put("title", spec.title());
        entry.put("description", spec.description());
        entry.put("mimeType", spec.mimeType());
        return entry;
    }
}
