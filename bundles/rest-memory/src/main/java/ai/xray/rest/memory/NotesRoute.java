package ai.xray.rest.memory;

import ai.xray.auth.Authenticator;
import ai.xray.memory.CellPage;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.Memory;
import ai.xray.memory.Refusal;
import ai.xray.memory.Scope;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code /v1/notes}: the caller's own private notes. Whose they are is never a parameter: it is who the caller is.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/notes")
public final class NotesRoute extends Route {
    private static final long serialVersionUID = 1L;

    static final Operation NOTES = Operation.get(
            "notes",
            "/v1/notes",
            "The private notes of the person who is signed in, newest first; programs are refused, having none. A page may"
                    + " hold fewer than its limit before the last.",
            List.of(Pages.LIMIT, Parameter.CURSOR),
            Pages.SHAPE);

    private final transient Memory memory;

    @Activate
    public NotesRoute(@Reference Authenticator authenticator, @Reference Memory memory) {
        super(authenticator, List.of(NOTES));
        this.memory = memory;
    }

    @Override
    Reply answer(Call call) throws IOException {
        Optional<String> subject = Person.subject(call.known());
        if (subject.isEmpty()) {
            throw Refusal.of(Refusal.Code.FORBIDDEN, "Only a person who signed in has notes of their own.");
        }
        CellPage page = memory.as(call.known().author())
                .list(new ListRequest(
                        Optional.of(Kind.NOTE),
                        subject,
                        Optional.empty(),
                        List.of(),
                        call.question().number(Pages.LIMIT, Pages.STANDARD),
                        call.question().optional(Parameter.CURSOR)));
        return Pages.reply(new CellPage(
                page.cells().stream()
                        .filter(cell -> cell.scope() == Scope.PRIVATE)
                        .toList(),
                page.limit(),
                page.next()));
    }
}
