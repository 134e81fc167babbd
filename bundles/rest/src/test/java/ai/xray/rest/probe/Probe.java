package ai.xray.rest.probe;

import ai.xray.memory.Refusal;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet of another bundle that behaves as its path says. */
public final class Probe extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getPathInfo()) {
            case "/refuse" -> throw Refusal.invalid("limit", "limit: -1 is not allowed; it must be 1 to 50.");
            case "/fail" -> throw new IllegalStateException("an inner secret");
            case "/error" -> response.sendError(410, "an inner secret");
            case "/read" -> say(response, "read " + request.getInputStream().readAllBytes().length);
            case "/slow" -> {
                say(response, "entered ");
                response.flushBuffer();
                say(response, "read " + request.getInputStream().readAllBytes().length);
            }
            default -> say(response, "probe");
        }
    }

    private static void say(HttpServletResponse response, String text) throws IOException {
        response.getOutputStream().print(text);
    }
}
