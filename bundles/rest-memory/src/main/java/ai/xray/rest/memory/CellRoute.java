package ai.xray.rest.memory;

import static ai.xray.rest.memory.Shapes.required;

import ai.xray.auth.Authenticator;
import ai.xray.memory.CellDetail;
import ai.xray.memory.CellFields;
import ai.xray.memory.EditableMemory;
import ai.xray.memory.Memory;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Upserted;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code /v1/memory/cell?id=…} and {@code /v1/memory/{id}}: one cell. The first takes every id; the second those that are a path
 * as they are: a server that took an encoded slash in a path would be at odds with the proxies before it about what the path is.
 */
abstract sealed class CellRoute extends Route {
    private static final long serialVersionUID = 1L;
    private static final String BY_ID = "/v1/memory/cell";
    private static final String AT_PATH = "/v1/memory/{id}";
    private static final Parameter IF_MATCH = Parameter.header(
            "If-Match", true, "The ETag of the cell as it was read, or * for any; a cell changed since is refused.");
    private static final Map<String, Object> DETAIL = Shapes.object(
            required("cell", Shapes.CELL), required("linksTo", Shapes.TEXTS), required("citedBy", Shapes.TEXTS));
    static final Map<String, Object> WRITTEN = Shapes.object(
            required("status", Shapes.oneOf(Arrays.asList(Upserted.Outcome.values()))),
            required("id", Shapes.TEXT),
            required("cell", Shapes.CELL));

    static final List<Operation> OPERATIONS_BY_ID = operations("", BY_ID, Parameter.ID);
    static final List<Operation> OPERATIONS_AT_PATH = operations("AtPath", AT_PATH, Parameter.ID.inPath());

    private final transient Memory memory;

    CellRoute(Authenticator authenticator, Memory memory, List<Operation> operations) {
        super(authenticator, operations);
        this.memory = memory;
    }

    /** Whatever the id. */
    @Component(service = Servlet.class)
    @HttpWhiteboardServletPattern(BY_ID)
    public static final class ById extends CellRoute {
        private static final long serialVersionUID = 1L;

        @Activate
        public ById(@Reference Authenticator authenticator, @Reference Memory memory) {
            super(authenticator, memory, OPERATIONS_BY_ID);
        }

        @Override
        String id(Call call) {
            return call.question().text(Parameter.ID);
        }
    }

    /** At the path that its id is. */
    @Component(service = Servlet.class)
    @HttpWhiteboardServletPattern("/v1/memory/*")
    public static final class AtPath extends CellRoute {
        private static final long serialVersionUID = 1L;

        @Activate
        public AtPath(@Reference Authenticator authenticator, @Reference Memory memory) {
            super(authenticator, memory, OPERATIONS_AT_PATH);
        }

        @Override
        String id(Call call) {
            return call.request().getPathInfo().substring(1);
        }
    }

    /** The id of the cell that a call is about. */
    abstract String id(Call call);

    @Override
    final Reply answer(Call call) throws IOException {
        Optional<String> subject = call.question().optional(Parameter.SUBJECT);
        return switch (call.operation().method()) {
            case "GET" -> detail(memory.as(call.known().author()).get(id(call), subject));
            case "PATCH" -> change(call, subject);
            default -> delete(call, subject);
        };
    }

    static Reply written(Upserted upserted) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("status", upserted.outcome().wire());
        reply.put("id", upserted.cell().id());
        reply.put("cell", CellFields.of(upserted.cell()));
        return new Reply(reply, Optional.of(EntityTag.version(upserted.cell())));
    }

    private static Reply detail(CellDetail detail) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("cell", CellFields.of(detail.cell()));
        reply.put("linksTo", detail.links());
        reply.put("citedBy", detail.citedBy());
        return new Reply(reply, Optional.of(EntityTag.version(detail.cell())));
    }

    private Reply change(Call call, Optional<String> subject) throws IOException {
        Predicate<MemoryCell> seen = EntityTag.matcher(call.header("If-Match"));
        EditableMemory person = memory.as(CellsRoute.person(call.known()));
        // Under its own subject: the one that is presented says what may be seen, not whose a public cell is to be.
        Optional<String> owner = person.get(id(call), subject).cell().subject();
        return written(person.update(Drafts.changed(id(call), owner, call.body()), seen));
    }

    private Reply delete(Call call, Optional<String> subject) throws IOException {
        Predicate<MemoryCell> seen = EntityTag.matcher(call.header("If-Match"));
        memory.as(CellsRoute.person(call.known())).delete(id(call), subject, seen);
        return new Reply(Map.of("deleted", true));
    }

    private static List<Operation> operations(String suffix, String path, Parameter id) {
        return List.of(
                Operation.get(
                        "getMemory" + suffix,
                        path,
                        "A cell, whatever its status, with what it links to and what cites it.",
                        List.of(id, Parameter.SUBJECT),
                        DETAIL),
                Operation.change(
                        "changeMemory" + suffix,
                        "PATCH",
                        path,
                        "Changes the fields that are given; who may see the cell stays.",
                        List.of(id, Parameter.SUBJECT, IF_MATCH),
                        Optional.of(Shapes.draft(false)),
                        WRITTEN),
                Operation.change(
                        "deleteMemory" + suffix,
                        "DELETE",
                        path,
                        "Removes the cell.",
                        List.of(id, Parameter.SUBJECT, IF_MATCH),
                        Optional.empty(),
                        Shapes.object(required("deleted", Shapes.FLAG))));
    }
}
