package ai.xray.rest;

import jakarta.servlet.Servlet;
import java.util.Map;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code /healthz}: the process lives and answers, whatever state its parts are in. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/healthz")
public final class Liveness extends ReadOnlyRoute {
    private static final long serialVersionUID = 1L;

    @Override
    Reply reply() {
        return new Reply(200, Map.of("status", "ok"));
    }
}
