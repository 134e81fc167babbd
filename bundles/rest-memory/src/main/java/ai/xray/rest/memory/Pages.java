package ai.xray.rest.memory;

import static ai.xray.rest.memory.Shapes.optional;
import static ai.xray.rest.memory.Shapes.required;

import ai.xray.memory.CellFields;
import ai.xray.memory.CellPage;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pages of cells. */
final class Pages {
    static final int STANDARD = 50;
    static final Parameter LIMIT = Parameter.limit(STANDARD, 200);
    static final Map<String, Object> SHAPE = Shapes.object(
            required("cells", Shapes.list(Shapes.CELL)),
            required("limit", Shapes.INTEGER),
            optional("nextCursor", Shapes.TEXT));

    private Pages() {}

    static Reply reply(CellPage page) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("cells", page.cells().stream().map(CellFields::of).toList());
        reply.put("limit", page.limit());
        page.next().ifPresent(next -> reply.put("nextCursor", next));
        return new Reply(reply);
    }
}
