package ai.xray.admin;

import ai.xray.auth.Authenticator;
import ai.xray.search.SemanticIndex.Progress;
import ai.xray.search.SemanticIndexes;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code GET /v1/admin/search} tells how far each index by meaning is: the fingerprint of the vectors that serve, how many
 * documents have one, how many wait for one, and why they wait where that is known. Needs the scope {@code xray:admin}.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/admin/search")
public final class IndexesServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Admission admission;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private final transient List<SemanticIndexes> services;

    @Activate
    public IndexesServlet(@Reference Authenticator authenticator) {
        this(authenticator, new CopyOnWriteArrayList<>());
    }

    IndexesServlet(Authenticator authenticator, List<SemanticIndexes> services) {
        admission = new Admission(authenticator);
        this.services = services;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        Parameters.of(request, List.of());
        List<Map<String, Object>> indexes = services.stream()
                .flatMap(service -> service.progress().stream())
                .map(IndexesServlet::fields)
                .toList();
        Reply.send(response, Map.of("indexes", indexes));
    }

    private static Map<String, Object> fields(Progress progress) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("fingerprint", progress.fingerprint());
        fields.put("embedded", progress.embedded());
        fields.put("waiting", progress.waiting());
        progress.problem().ifPresent(problem -> fields.put("problem", problem));
        return fields;
    }
}
