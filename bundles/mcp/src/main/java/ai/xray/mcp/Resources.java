package ai.xray.mcp;

import ai.xray.auth.Caller;
import ai.xray.resource.Resource;
import java.util.Map;
import java.util.Optional;

/** The registered resources and templates, found by address. Thread-safe. */
final class Resources {
    static final String UPDATED = "notifications/resources/updated";

    private final Registry<Resource, OfferedResource> plain;
    private final Registry<Resource, OfferedResource> templates;

    /** A resource with the values of its address's variables. */
    record Found(OfferedResource resource, Map<String, Object> variables) {}

    /** @param changed called after what is on offer changed; returns at once */
    Resources(Runnable changed) {
        this.plain = new Registry<>("Resource", OfferedResource::of, changed);
        this.templates = new Registry<>("Resource", OfferedResource::of, changed);
    }

    void add(Resource resource, Map<String, Object> properties) {
        (resource.spec().isTemplate() ? templates : plain).add(resource, properties);
    }

    void remove(Resource resource) {
        plain.remove(resource);
        templates.remove(resource);
    }

    /** Those of one address. */
    Offers<OfferedResource> plain() {
        return plain.current();
    }

    /** Those of many. */
    Offers<OfferedResource> templates() {
        return templates.current();
    }

    /** What is at {@code uri}, as far as can be told without reading: a plain address counts before a template. */
    Optional<Found> find(String uri) {
        Optional<Found> exact = plain().find(uri).map(resource -> new Found(resource, Map.of()));
        if (exact.isPresent()) {
            return exact;
        }
        for (OfferedResource template : templates().all()) {
            Optional<Map<String, Object>> variables = template.address().match(uri);
            if (variables.isPresent()) {
                return Optional.of(new Found(template, variables.get()));
            }
        }
        return Optional.empty();
    }

    /** Whether {@code caller} may be told when {@code uri} changes. Whether anything is there is not asked. */
    boolean mayWatch(String uri, Caller caller) {
        return find(uri)
                .filter(found -> Scopes.granted(found.resource().spec().scope(), caller))
                .isPresent();
    }
}
