package ai.xray.rest.memory;

import static ai.xray.rest.memory.Shapes.optional;
import static ai.xray.rest.memory.Shapes.required;

import ai.xray.auth.Authenticator;
import ai.xray.memory.Drawing;
import ai.xray.memory.DrawingRequest;
import ai.xray.memory.Kind;
import ai.xray.memory.Memory;
import ai.xray.memory.Named;
import ai.xray.memory.Origin;
import ai.xray.tool.Schema;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code /v1/memory/graph}: what is drawn of memory. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/memory/graph")
public final class GraphRoute extends Route {
    private static final long serialVersionUID = 1L;
    private static final int STANDARD = 500;
    private static final Parameter LIMIT = Parameter.limit(STANDARD, 2000);
    private static final Parameter CATEGORY = Parameter.optional(
            "category",
            Schema.string("Only kinds of this category.").oneOf(Named.wires(Arrays.asList(Category.values()))));

    static final Operation GRAPH = Operation.get(
            "memoryGraph",
            "/v1/memory/graph",
            "Active cells and their links, those with most neighbours first; a link comes with its lighter end.",
            List.of(CATEGORY, Parameter.SUBJECT, LIMIT, Parameter.CURSOR),
            Shapes.object(
                    required(
                            "nodes",
                            Shapes.list(Shapes.object(
                                    required("id", Shapes.TEXT),
                                    required("kind", Shapes.oneOf(Arrays.asList(Kind.values()))),
                                    required("title", Shapes.TEXT),
                                    required("origin", Shapes.oneOf(Arrays.asList(Origin.values()))),
                                    required("weight", Shapes.INTEGER),
                                    required("updatedAt", Shapes.INSTANT)))),
                    required(
                            "links",
                            Shapes.list(Shapes.object(required("from", Shapes.TEXT), required("to", Shapes.TEXT)))),
                    required("omittedLinks", Shapes.INTEGER),
                    required("limit", Shapes.INTEGER),
                    optional("nextCursor", Shapes.TEXT)));

    private final transient Memory memory;

    @Activate
    public GraphRoute(@Reference Authenticator authenticator, @Reference Memory memory) {
        super(authenticator, List.of(GRAPH));
        this.memory = memory;
    }

    @Override
    Reply answer(Call call) throws IOException {
        Question question = call.question();
        Drawing drawing = memory.as(call.known().author())
                .draw(new DrawingRequest(
                        question.constant(CATEGORY, Arrays.asList(Category.values()))
                                .map(Category::kinds)
                                .orElse(Set.of()),
                        question.optional(Parameter.SUBJECT),
                        question.number(LIMIT, STANDARD),
                        question.optional(Parameter.CURSOR)));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("nodes", drawing.nodes().stream().map(GraphRoute::fields).toList());
        reply.put("links", drawing.links().stream().map(GraphRoute::fields).toList());
        reply.put("omittedLinks", drawing.omittedLinks());
        reply.put("limit", drawing.limit());
        drawing.next().ifPresent(next -> reply.put("nextCursor", next));
        return new Reply(reply);
    }

    private static Map<String, Object> fields(Drawing.Link link) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("from", link.from());
        fields.put("to", link.to());
        return fields;
    }

    private static Map<String, Object> fields(Drawing.Node node) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", node.id());
        fields.put("kind", node.kind().wire());
        fields.put("title", node.title());
        fields.put("origin", node.origin().wire());
        fields.put("weight", node.weight());
        fields.put("updatedAt", node.updatedAt().toString());
        return fields;
    }
}
