package ai.xray.rest.memory;

import static ai.xray.rest.memory.Shapes.required;

import ai.xray.auth.Authenticator;
import ai.xray.memory.CellFields;
import ai.xray.memory.Memory;
import ai.xray.memory.RecentCells;
import ai.xray.memory.RecentRequest;
import ai.xray.tool.Schema;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code /v1/memory/recent}: as {@code recent_memory}. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/memory/recent")
public final class RecentRoute extends Route {
    private static final long serialVersionUID = 1L;
    private static final int STANDARD = 20;
    private static final Parameter LIMIT = Parameter.limit(STANDARD, 100);
    private static final Parameter SINCE = Parameter.optional(
            "since", Schema.string("Only what changed then or later.").with("format", "date-time"));

    static final Operation RECENT = Operation.get(
            "recentMemory",
            "/v1/memory/recent",
            "The active cells that changed last, newest first, with what was asked and recalled among them.",
            List.of(LIMIT, SINCE, Parameter.SUBJECT),
            Shapes.object(required("cells", Shapes.list(Shapes.CELL)), required("limit", Shapes.INTEGER)));

    private final transient Memory memory;

    @Activate
    public RecentRoute(@Reference Authenticator authenticator, @Reference Memory memory) {
        super(authenticator, List.of(RECENT));
        this.memory = memory;
    }

    @Override
    Reply answer(Call call) throws IOException {
        Question question = call.question();
        RecentCells recent = memory.as(call.known().author())
                .recent(new RecentRequest(
                        question.number(LIMIT, STANDARD),
                        question.instant(SINCE),
                        question.optional(Parameter.SUBJECT)));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("cells", recent.cells().stream().map(CellFields::of).toList());
        reply.put("limit", recent.limit());
        return new Reply(reply);
    }
}
