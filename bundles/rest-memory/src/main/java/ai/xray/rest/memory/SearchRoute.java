package ai.xray.rest.memory;

import static ai.xray.rest.memory.Shapes.optional;
import static ai.xray.rest.memory.Shapes.required;

import ai.xray.auth.Authenticator;
import ai.xray.memory.CellFields;
import ai.xray.memory.Memory;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
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

/** {@code /v1/memory/search}: as {@code search_memory}. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/memory/search")
public final class SearchRoute extends Route {
    private static final long serialVersionUID = 1L;
    private static final int STANDARD = 10;
    private static final Parameter LIMIT = Parameter.limit(STANDARD, 50);
    private static final Parameter EXPAND_LINKS =
            Parameter.optional("expandLinks", Schema.bool("Also what the hits link to, below them."));

    static final Operation SEARCH = Operation.get(
            "searchMemory",
            "/v1/memory/search",
            "Finds cells that match a question, best first.",
            List.of(Parameter.QUERY, Parameter.KINDS, Parameter.SUBJECT, Parameter.TAGS, LIMIT, EXPAND_LINKS),
            Shapes.object(
                    required("results", Shapes.list(Shapes.reference("Found"))),
                    required("mode", Shapes.TEXT),
                    required("limit", Shapes.INTEGER),
                    optional("degraded", Shapes.TEXT)));

    private final transient Memory memory;

    @Activate
    public SearchRoute(@Reference Authenticator authenticator, @Reference Memory memory) {
        super(authenticator, List.of(SEARCH));
        this.memory = memory;
    }

    @Override
    Reply answer(Call call) throws IOException {
        Question question = call.question();
        SearchReply found = memory.as(call.known().author())
                .search(new SearchRequest(
                        question.text(Parameter.QUERY),
                        question.kinds(Parameter.KINDS),
                        question.optional(Parameter.SUBJECT),
                        question.texts(Parameter.TAGS),
                        question.number(LIMIT, STANDARD),
                        question.flag(EXPAND_LINKS)));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("results", found.results().stream().map(SearchRoute::fields).toList());
        reply.put("mode", found.mode());
        reply.put("limit", found.limit());
        found.degraded().ifPresent(why -> reply.put("degraded", why));
        return new Reply(reply);
    }

    private static Map<String, Object> fields(SearchReply.Result result) {
        Map<String, Object> fields = new LinkedHashMap<>(CellFields.of(result.cell()));
        fields.put("score", result.score());
        fields.put("matched", result.matched());
        if (result.collapsed() > 0) {
            fields.put("collapsed", result.collapsed());
        }
        if (result.truncated()) {
            fields.put("truncated", true);
        }
        return fields;
    }
}
