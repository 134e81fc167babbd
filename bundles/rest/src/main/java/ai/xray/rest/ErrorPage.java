package ai.xray.rest;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletErrorPage;

/**
 * What the container and {@code sendError} say, in our form. Their messages stay out of it: they are written for developers and
 * may quote the request or the server's insides.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletErrorPage(errorPage = {"4xx", "5xx"})
public final class ErrorPage extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                ? code
                : response.getStatus();
        SafeHeaders.putOn(response);
        Problem.of(status, status < 500 ? "The request cannot be served as it was made." : "The server failed.")
                .send(response);
    }
}
