package ai.xray.rest.memory;

import static ai.xray.rest.memory.Shapes.optional;
import static ai.xray.rest.memory.Shapes.required;

import ai.xray.auth.Authenticator;
import ai.xray.memory.Briefing;
import ai.xray.memory.BriefingRequest;
import ai.xray.memory.Memory;
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

/** {@code /v1/memory/context}: as {@code get_memory_context}. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/memory/context")
public final class ContextRoute extends Route {
    private static final long serialVersionUID = 1L;
    private static final Parameter LIMIT = Parameter.limit(BriefingRequest.STANDARD_LIMIT, 20);
    private static final Parameter MAX_TOKENS = Parameter.optional(
            "maxTokens",
            Schema.integer("The most tokens of the block; a number above 32000 counts as that.")
                    .with("minimum", 100)
                    .with("default", BriefingRequest.STANDARD_TOKENS));

    static final Operation CONTEXT = Operation.get(
            "memoryContext",
            "/v1/memory/context",
            "What is remembered about a question, as one block of text that is ready for a prompt.",
            List.of(Parameter.QUERY, Parameter.SUBJECT, MAX_TOKENS, LIMIT),
            Shapes.object(
                    required("context", Shapes.TEXT),
                    required("ids", Shapes.TEXTS),
                    required("tokens", Shapes.INTEGER),
                    required("limit", Shapes.INTEGER),
                    optional("degraded", Shapes.TEXT)));

    private final transient Memory memory;

    @Activate
    public ContextRoute(@Reference Authenticator authenticator, @Reference Memory memory) {
        super(authenticator, List.of(CONTEXT));
        this.memory = memory;
    }

    @Override
    Reply answer(Call call) throws IOException {
        Question question = call.question();
        Briefing briefing = memory.as(call.known().author())
                .briefing(new BriefingRequest(
                        question.text(Parameter.QUERY),
                        question.optional(Parameter.SUBJECT),
                        question.number(MAX_TOKENS, BriefingRequest.STANDARD_TOKENS),
                        question.number(LIMIT, BriefingRequest.STANDARD_LIMIT)));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("context", briefing.context());
        reply.put("ids", briefing.ids());
        reply.put("tokens", briefing.tokens());
        reply.put("limit", briefing.limit());
        briefing.degraded().ifPresent(why -> reply.put("degraded", why));
        return new Reply(reply);
    }
}
