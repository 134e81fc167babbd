package ai.xray.rest.memory;

import static ai.xray.rest.memory.Shapes.optional;
import static ai.xray.rest.memory.Shapes.required;

import ai.xray.auth.Authenticator;
import jakarta.servlet.Servlet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code /openapi.json}: the description of the routes, made from what the routes check requests against. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/openapi.json")
public final class OpenApiRoute extends Route {
    private static final long serialVersionUID = 1L;

    private static final Map<String, Object> PART = Shapes.object(
            required("part", Shapes.TEXT), required("ready", Shapes.FLAG), optional("problem", Shapes.TEXT));

    static final Operation OPEN_API = Operation.open("openApi", "/openapi.json", "This document.", Shapes.ANY_OBJECT);

    /** Routes of the doorway, which describes nothing. */
    private static final List<Operation> DOORWAY = List.of(
            Operation.open(
                    "health", "/healthz", "Whether the process lives.", Shapes.object(required("status", Shapes.TEXT))),
            Operation.open(
                    "readiness",
                    "/readyz",
                    "Whether every part can serve; 503 with the same body when one cannot.",
                    Shapes.object(required("status", Shapes.TEXT), required("parts", Shapes.list(PART)))),
            Operation.open(
                    "version",
                    "/v1/version",
                    "Which server this is.",
                    Shapes.object(
                            required("name", Shapes.TEXT),
                            required("version", Shapes.TEXT),
                            required("java", Shapes.TEXT),
                            required("mcp", Shapes.TEXTS))));

    /** Everything that the document describes. */
    static final List<Operation> OPERATIONS = Stream.of(
                    DOORWAY,
                    List.of(OPEN_API, CategoriesRoute.CATEGORIES, CellsRoute.LIST, CellsRoute.CREATE),
                    List.of(SearchRoute.SEARCH, RecentRoute.RECENT, ContextRoute.CONTEXT, GraphRoute.GRAPH),
                    List.of(EventsRoute.EVENTS, NotesRoute.NOTES),
                    CellRoute.OPERATIONS_BY_ID,
                    CellRoute.OPERATIONS_AT_PATH)
            .flatMap(List::stream)
            .toList();

    private final transient Map<String, Object> document;

    @Activate
    public OpenApiRoute(@Reference Authenticator authenticator, BundleContext context) {
        this(authenticator, context.getBundle().getVersion().toString());
    }

    OpenApiRoute(Authenticator authenticator, String version) {
        super(authenticator, List.of(OPEN_API));
        document = document(version);
    }

    @Override
    Reply answer(Call call) {
        return new Reply(document);
    }

    private static Map<String, Object> document(String version) {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Operation operation : OPERATIONS) {
            Map<String, Object> path = new LinkedHashMap<>();
            OPERATIONS.stream()
                    .filter(other -> other.path().equals(operation.path()))
                    .forEach(other -> path.put(other.method().toLowerCase(Locale.ROOT), other.toJson()));
            paths.put(operation.path(), path);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", Map.of("title", "X-Ray", "version", version));
        document.put("paths", paths);
        document.put("components", components());
        document.put("security", List.of(Map.of("bearer", List.of()), Map.of("session", List.of())));
        return document;
    }

    private static Map<String, Object> components() {
        Map<String, Object> components = new LinkedHashMap<>();
        components.put("schemas", Shapes.COMPONENTS);
        components.put(
                "responses",
                Map.of(
                        "Problem",
                        Map.of(
                                "description",
                                "What was wrong, in one sentence that names the field.",
                                "content",
                                Map.of("application/problem+json", Map.of("schema", Shapes.reference("Problem"))))));
        components.put(
                "securitySchemes",
                Map.of(
                        "bearer", Map.of("type", "http", "scheme", "bearer"),
                        "session", Map.of("type", "apiKey", "in", "cookie", "name", "__Host-xray")));
        return components;
    }
}
