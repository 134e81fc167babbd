package ai.xray.admin;

import ai.xray.auth.Authenticator;
import ai.xray.memory.Refusal;
import ai.xray.memory.Refusal.Code;
import ai.xray.setting.ServerSettings;
import ai.xray.setting.SettingException;
import ai.xray.setting.SettingStatus;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code GET /v1/admin/settings} lists settings, {@code GET /v1/admin/settings/{name}} tells of one; {@code PUT} of that with
 * {@code {"value": …}} (text, a number, true or false, or a list of texts) changes it, {@code DELETE} takes the change back.
 * Secrets are taken and never shown. Needs the scope {@code xray:admin}.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern({"/v1/admin/settings", "/v1/admin/settings/*"})
public final class SettingsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int MAX_BODY_BYTES = 64 * 1024;
    private static final String VALUE = "value";

    private final transient Admission admission;
    private final transient ServerSettings settings;

    @Activate
    public SettingsServlet(@Reference Authenticator authenticator, @Reference ServerSettings settings) {
        admission = new Admission(authenticator);
        this.settings = settings;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        Parameters.of(request, List.of());
        if (request.getPathInfo() == null) {
            List<Map<String, Object>> all =
                    settings.list().stream().map(SettingStatus::fields).toList();
            Reply.send(response, Map.of("settings", all));
        } else {
            String name = name(request);
            reply(response, () -> settings.get(name));
        }
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        String name = name(request);
        String value = text(JsonBody.read(request, MAX_BODY_BYTES).get(VALUE));
        reply(response, () -> settings.set(name, value));
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        String name = name(request);
        reply(response, () -> settings.reset(name));
    }

    private static void reply(HttpServletResponse response, Supplier<SettingStatus> what) throws IOException {
        try {
            Reply.send(response, what.get().fields());
        } catch (SettingException e) {
            throw switch (e.reason()) {
                case UNKNOWN -> Refusal.of(Code.NOT_FOUND, e.getMessage());
                case NOT_ALLOWED -> Refusal.invalid(VALUE, e.getMessage());
                case NOT_KEPT -> Refusal.of(Code.UNAVAILABLE, e.getMessage());
            };
        }
    }

    private static String name(HttpServletRequest request) {
        return PathName.of(request, "setting");
    }

    /** The value as a flag would give it. */
    private static String text(Object value) {
        return switch (value) {
            case String text -> text;
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            case List<?> items
            when items.stream().allMatch(String.class::isInstance) ->
                items.stream().map(String.class::cast).collect(Collectors.joining(","));
            case null, default ->
                throw Refusal.invalid(VALUE, "value: must be a text, a number, true or false, or a list of texts.");
        };
    }
}
