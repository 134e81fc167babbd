package ai.xray.mcp;

import ai.xray.resource.Resource;
import ai.xray.resource.ResourceSpec;
import ai.xray.tool.Content;
import ai.xray.tool.Invocation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A resource made of its parts. */
record SampleResource(ResourceSpec spec, Body body) implements Resource {
    interface Body {
        Content.Embedded read(String uri, Invocation invocation) throws IOException;
    }

    static SampleResource at(String uri, Body body) {
        return new SampleResource(spec(uri, Optional.empty()), body);
    }

    static ResourceSpec spec(String uri, Optional<String> scope) {
        return new ResourceSpec(uri, "sample", "Sample", "A sample.", "text/plain", scope);
    }

    @Override
    public List<Content.Embedded> read(String uri, Invocation invocation) throws IOException {
        return List.of(body.read(uri, invocation));
    }
}
