package ai.xray.rest;

import jakarta.servlet.Servlet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code /v1/version}: which server this is, and which revisions of MCP it speaks. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/version")
public final class VersionRoute extends ReadOnlyRoute {
    private static final long serialVersionUID = 1L;
    private static final List<String> MCP_REVISIONS = List.of("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26");

    private final String version;

    @Activate
    public VersionRoute(BundleContext context) {
        this(context.getBundle().getVersion().toString());
    }

    VersionRoute(String version) {
        this.version = version;
    }

    @Override
    Reply reply() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", "X-Ray");
        body.put("version", version);
        body.put("java", Runtime.version().toString());
        body.put("mcp", MCP_REVISIONS);
        return new Reply(200, body);
    }
}
