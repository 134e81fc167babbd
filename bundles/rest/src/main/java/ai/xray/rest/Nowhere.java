package ai.xray.rest;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * Every path that nobody serves. It is there so that such requests pass the {@link Doorway} too: the whiteboard runs filters
 * only in front of a servlet. Its ranking is the lowest, so that a bundle may serve {@code /} itself.
 */
@Component(service = Servlet.class, property = "service.ranking:Integer=-2147483648")
@HttpWhiteboardServletPattern("/")
public final class Nowhere extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
        throw Refusal.of(
                Refusal.Code.NOT_FOUND,
                "There is nothing at '%s'.".formatted(Spelling.excerpt(request.getRequestURI())));
    }
}
