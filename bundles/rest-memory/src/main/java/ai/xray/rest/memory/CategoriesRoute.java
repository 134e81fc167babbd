package ai.xray.rest.memory;

import static ai.xray.rest.memory.Shapes.required;

import ai.xray.auth.Authenticator;
import ai.xray.memory.Kind;
import ai.xray.memory.Named;
import jakarta.servlet.Servlet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code /v1/categories}: what kinds there are and what they are shown under; no secret. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/categories")
public final class CategoriesRoute extends Route {
    private static final long serialVersionUID = 1L;

    static final Operation CATEGORIES = Operation.open(
            "categories",
            "/v1/categories",
            "The categories that kinds of cells are shown under.",
            Shapes.object(required(
                    "categories",
                    Shapes.list(Shapes.object(
                            required("name", Shapes.TEXT),
                            required("title", Shapes.TEXT),
                            required("kinds", Shapes.list(Shapes.oneOf(Kind.writableKinds()))))))));

    @Activate
    public CategoriesRoute(@Reference Authenticator authenticator) {
        super(authenticator, List.of(CATEGORIES));
    }

    @Override
    Reply answer(Call call) {
        return new Reply(Map.of(
                "categories",
                Stream.of(Category.values()).map(CategoriesRoute::fields).toList()));
    }

    private static Map<String, Object> fields(Category category) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", category.wire());
        fields.put("title", category.title());
        fields.put("kinds", Named.wires(category.kinds().stream().sorted().toList()));
        return fields;
    }
}
