package ai.xray.rest.memory;

import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A path and what can be asked there. {@code HEAD} is answered as {@code GET}; the container leaves the body out. */
abstract class Route extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Admission admission;
    private final transient List<Operation> operations;

    /** {@code operations}: at most one for each method. */
    Route(Authenticator authenticator, List<Operation> operations) {
        admission = new Admission(authenticator);
        this.operations = operations;
    }

    /** Answers a call of one of the operations. */
    abstract Reply answer(Call call) throws IOException;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        Optional<Operation> operation =
                operations.stream().filter(each -> each.method().equals(method)).findFirst();
        if (operation.isEmpty()) {
            response.setHeader("Allow", allowed());
            response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
            return;
        }
        Optional<Caller> caller = admission.admit(request, operation.get().access());
        Question question = Question.of(request.getParameterMap(), operation.get());
        respond(new Call(operation.get(), caller, question, request), response);
    }

    /** Sends the answer. */
    void respond(Call call, HttpServletResponse response) throws IOException {
        answer(call).send(call.request(), response);
    }

    private String allowed() {
        return operations.stream()
                .map(Operation::method)
                .flatMap(method -> method.equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(method))
                .collect(Collectors.joining(", "));
    }
}
