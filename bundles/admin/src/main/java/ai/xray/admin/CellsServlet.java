package ai.xray.admin;

import ai.xray.auth.Authenticator;
import ai.xray.json.Json;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryArchive;
import ai.xray.memory.MemoryArchive.Existing;
import ai.xray.memory.MemoryArchive.Taken;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Named;
import ai.xray.memory.Refusal;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * All cells as JSON Lines. {@code GET /v1/admin/cells} sends every cell, one a line, in the order of their ids; a failure on
 * the way breaks the reply off. {@code POST /v1/admin/cells?existing=newer|keep|replace&preview=true|false} stores the cells of
 * its body, all or none: at most {@value #MAX_BODY_BYTES} bytes and {@value MemoryArchive#MAX_TAKEN} lines. Needs the scope
 * {@code xray:admin}.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/admin/cells")
public final class CellsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String MEDIA_TYPE = "application/x-ndjson";
    private static final Pattern UTF8_LINES =
            Pattern.compile("(?i)" + MEDIA_TYPE + "\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?");

    /** The longest body of a {@code POST}. */
    static final long MAX_BODY_BYTES = 64L * 1024 * 1024;

    private final transient Admission admission;
    private final transient MemoryArchive archive;
    private final transient Turns reading;
    private final transient Turns writing = new Turns(); // its own, so that who reads slowly keeps no import out

    @Activate
    public CellsServlet(
            @Reference Authenticator authenticator, @Reference MemoryArchive archive, @Reference Turns reading) {
        admission = new Admission(authenticator);
        this.archive = archive;
        this.reading = reading;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        Parameters.of(request, List.of());
        reading.take(() -> {
            response.setContentType(MEDIA_TYPE);
            response.setHeader("X-Total-Count", Long.toString(archive.size()));
            OutputStream out = response.getOutputStream(); // not closed here: that would end a reply that broke off
            archive.export(cell -> write(out, cell));
        });
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        checkType(request.getContentType());
        Parameters query = Parameters.of(request, List.of("existing", "preview"));
        Existing existing = query.get("existing")
                .map(name -> Named.parse("existing", name, List.of(Existing.values())))
                .orElse(Existing.NEWER);
        boolean preview = query.get("preview").map(CellsServlet::truth).orElse(false);
        CellLines.checkSize(request.getContentLengthLong(), MAX_BODY_BYTES);
        writing.take(() -> {
            CellLines lines = CellLines.read(request.getInputStream(), MAX_BODY_BYTES);
            Reply.send(response, fields(take(lines, existing, preview)));
        });
    }

    private Taken take(CellLines lines, Existing existing, boolean preview) throws IOException {
        try {
            return archive.take(lines.cells(), existing, preview);
        } catch (Refusal e) {
            throw lines.byLine(e);
        }
    }

    private static void write(OutputStream out, MemoryCell cell) {
        try {
            out.write((Json.write(CellFields.of(cell)) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the client does not take the cells any more", e);
        }
    }

    private static void checkType(String type) {
        if (type == null || !UTF8_LINES.matcher(type.strip()).matches()) {
            throw Refusal.invalid("Content-Type", "Content-Type: must be %s, in UTF-8.".formatted(MEDIA_TYPE));
        }
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Refusal.invalid("preview", "preview: must be true or false.");
        };
    }

    private static Map<String, Object> fields(Taken taken) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("created", taken.created());
        fields.put("replaced", taken.replaced());
        fields.put("unchanged", taken.unchanged());
        fields.put("kept", taken.kept());
        return fields;
    }
}
