package ai.xray.admin;

import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.memory.CellFields;
import ai.xray.memory.Kind;
import ai.xray.memory.Memory;
import ai.xray.memory.Named;
import ai.xray.memory.Refusal;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchReply.Result;
import ai.xray.memory.SearchRequest;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code GET /v1/admin/memory/search?q=…&subject=…&kinds=…&tags=…&limit=…} searches memory as {@code search_memory} does;
 * {@code kinds} and {@code tags} may be given again and again, and kinds also with commas between them. A route of its own, as
 * the operator's token is none of an agent: it needs the scope {@code xray:admin}, which can read every cell anyway.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/admin/memory/search")
public final class SearchServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final List<String> PARAMETERS = List.of("q", "subject", "kinds", "tags", "limit");
    private static final int STANDARD_LIMIT = 10;
    private static final int MOST = 50;
    private static final Pattern WHOLE_NUMBER = Pattern.compile("0*[1-9]\\d{0,8}");

    private final transient Admission admission;
    private final transient Memory memory;

    @Activate
    public SearchServlet(@Reference Authenticator authenticator, @Reference Memory memory) {
        admission = new Admission(authenticator);
        this.memory = memory;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = admission.require(request);
        Parameters given = Parameters.of(request, PARAMETERS);
        SearchRequest search = new SearchRequest(
                given.get("q").orElseThrow(() -> Refusal.invalid("q", "q: is missing; the words to look for.")),
                kinds(given.all("kinds")),
                given.get("subject"),
                given.all("tags"),
                given.get("limit").map(SearchServlet::limit).orElse(STANDARD_LIMIT),
                false);
        Reply.send(response, fields(memory.as(caller.author()).search(search)));
    }

    private static Set<Kind> kinds(List<String> given) {
        Set<Kind> kinds = new LinkedHashSet<>();
        for (String names : given) {
            for (String name : names.split(",", -1)) {
                kinds.add(Named.parse("kinds", name.strip(), Kind.writableKinds()));
            }
        }
        return kinds;
    }

    private static int limit(String text) {
        if (!WHOLE_NUMBER.matcher(text).matches()) {
            throw Refusal.invalid(
                    "limit",
                    "limit: must be a whole number from 1 to %d (a larger one counts as %d).".formatted(MOST, MOST));
        }
        return Math.min(Integer.parseInt(text), MOST);
    }

    private static Map<String, Object> fields(SearchReply reply) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "results", reply.results().stream().map(SearchServlet::fields).toList());
        fields.put("mode", reply.mode());
        fields.put("limit", reply.limit());
        reply.degraded().ifPresent(why -> fields.put("degraded", why));
        return fields;
    }

    private static Map<String, Object> fields(Result result) {
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
