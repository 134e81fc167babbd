package ai.xray.rest;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** A route that answers {@code GET} and {@code HEAD} with a JSON object. */
abstract class ReadOnlyRoute extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** What a route answers. */
    record Reply(int status, Map<String, Object> body) {}

    /** The answer now. */
    abstract Reply reply();

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            Problem.of(405, "This route answers GET and HEAD only.")
                    .withHeader("Allow", "GET, HEAD")
                    .send(response);
            return;
        }
        Reply reply = reply();
        response.setStatus(reply.status());
        Problem.send(response, "application/json", reply.body());
    }
}
