package ai.xray.rest.memory;

import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Kind;
import ai.xray.memory.ListRequest;
import ai.xray.memory.Memory;
import ai.xray.memory.Named;
import ai.xray.memory.Origin;
import ai.xray.memory.Status;
import ai.xray.tool.Schema;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code /v1/memory}: cells by filter, as {@code list_memory}; and new ones, by people. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/memory")
public final class CellsRoute extends Route {
    private static final long serialVersionUID = 1L;
    private static final Parameter KIND =
            Parameter.optional("kind", Schema.string("Only this kind.").oneOf(Named.wires(Kind.writableKinds())));
    private static final Parameter STATUS = Parameter.optional(
            "status", Schema.string("Only this status.").oneOf(Named.wires(Arrays.asList(Status.values()))));
    private static final Parameter ORDER = Parameter.optional(
            "order",
            Schema.string("Which come first; newest if left out.")
                    .oneOf(Named.wires(Arrays.asList(ListRequest.Order.values()))));

    static final Operation LIST = Operation.get(
            "listMemory",
            "/v1/memory",
            "Cells by filter, a page at a time.",
            List.of(KIND, Parameter.SUBJECT, STATUS, Parameter.TAGS, ORDER, Pages.LIMIT, Parameter.CURSOR),
            Pages.SHAPE);

    static final Operation CREATE = Operation.change(
            "createMemory",
            "POST",
            "/v1/memory",
            "Writes a cell; one that restates another lands on that one.",
            List.of(),
            Optional.of(Shapes.draft(true)),
            CellRoute.WRITTEN);

    private final transient Memory memory;

    @Activate
    public CellsRoute(@Reference Authenticator authenticator, @Reference Memory memory) {
        super(authenticator, List.of(LIST, CREATE));
        this.memory = memory;
    }

    @Override
    Reply answer(Call call) throws IOException {
        return call.operation().equals(CREATE) ? create(call) : list(call);
    }

    /** Whoever writes here is a person, whatever the credential could do elsewhere. */
    static Author person(Caller caller) {
        return new Author(Origin.HUMAN, caller.author().name());
    }

    private Reply list(Call call) throws IOException {
        Question question = call.question();
        return Pages.reply(memory.as(call.known().author())
                .list(new ListRequest(
                        question.constant(KIND, Kind.writableKinds()),
                        question.optional(Parameter.SUBJECT),
                        question.constant(STATUS, Arrays.asList(Status.values())),
                        question.texts(Parameter.TAGS),
                        question.constant(ORDER, Arrays.asList(ListRequest.Order.values()))
                                .orElse(ListRequest.Order.NEWEST),
                        question.number(Pages.LIMIT, Pages.STANDARD),
                        question.optional(Parameter.CURSOR))));
    }

    private Reply create(Call call) throws IOException {
        return CellRoute.written(memory.as(person(call.known())).upsert(Drafts.created(call.body())));
    }
}
