package ai.xray.admin;

import ai.xray.auth.Authenticator;
import ai.xray.feature.FeatureException;
import ai.xray.feature.FeatureStatus;
import ai.xray.feature.Features;
import ai.xray.memory.Refusal;
import ai.xray.memory.Refusal.Code;
import ai.xray.memory.Spelling;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code GET /v1/admin/features} lists features; {@code PUT /v1/admin/features/{name}} with {@code {"enabled": true}} or
 * {@code false} enables or disables one. Needs the scope {@code xray:admin}.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern({"/v1/admin/features", "/v1/admin/features/*"})
public final class FeaturesServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int MAX_BODY_BYTES = 1024;
    private static final String OWN_BUNDLE = "ai.xray.admin";

    private final transient Admission admission;
    private final transient Features features;

    @Activate
    public FeaturesServlet(@Reference Authenticator authenticator, @Reference Features features) {
        admission = new Admission(authenticator);
        this.features = features;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        if (request.getPathInfo() != null) {
            Reply.send(response, fields(find(PathName.of(request, "feature"))));
            return;
        }
        Reply.send(
                response,
                Map.of(
                        "features",
                        features.list().stream().map(FeaturesServlet::fields).toList()));
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        String name = PathName.of(request, "feature");
        boolean enabled = enabled(request);
        if (!enabled && find(name).bundles().contains(OWN_BUNDLE)) {
            throw Refusal.of(
                    Code.CONFLICT,
                    "feature '%s' serves this very request; to run without it, leave it out of --features."
                            .formatted(name));
        }
        try {
            Reply.send(response, fields(enabled ? features.enable(name) : features.disable(name)));
        } catch (FeatureException e) {
            throw Refusal.of(e.unknown() ? Code.NOT_FOUND : Code.CONFLICT, e.getMessage());
        }
    }

    private FeatureStatus find(String name) {
        return features.list().stream()
                .filter(feature -> feature.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
    }

    private Refusal unknown(String name) {
        List<String> names = features.list().stream().map(FeatureStatus::name).toList();
        String hint = Spelling.closest(name, names)
                .map(closest -> "did you mean '" + closest + "'?")
                .orElse("there are: " + String.join(", ", names) + ".");
        return Refusal.of(
                Code.NOT_FOUND, "name: feature '%s' is not known; %s".formatted(Spelling.excerpt(name), hint));
    }

    private static boolean enabled(HttpServletRequest request) throws IOException {
        if (JsonBody.read(request, MAX_BODY_BYTES).get("enabled") instanceof Boolean enabled) {
            return enabled;
        }
        throw Refusal.invalid("enabled", "enabled: must be true or false.");
    }

    private static Map<String, Object> fields(FeatureStatus feature) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", feature.name());
        fields.put("description", feature.description());
        fields.put("enabled", feature.enabled());
        fields.put("required", feature.required());
        fields.put("bundles", feature.bundles());
        return fields;
    }
}
