package ai.xray.auth.internal.key;

import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.auth.internal.AuditLog;
import ai.xray.auth.internal.web.Replies;
import ai.xray.auth.internal.web.Requests;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.record.RecordStore;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code GET /v1/admin/keys} lists keys; {@code POST} with {@code {"name", "kind"?, "scopes"?, "expires_in_days"?}} makes one
 * and is the only answer that shows its text; {@code DELETE /v1/admin/keys/{id}} revokes one. Needs the scope
 * {@code xray:admin}.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern({"/v1/admin/keys", "/v1/admin/keys/*"})
public final class KeysServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int MAX_BODY_BYTES = 4096;
    private static final List<String> FIELDS = List.of("name", "kind", "scopes", "expires_in_days");
    private static final List<String> KINDS = List.of("personal", "agent");

    private final transient Authenticator authenticator;
    private final transient KeyRing keys;

    @Activate
    public KeysServlet(@Reference Authenticator authenticator, @Reference KeyRing keys) {
        this.authenticator = authenticator;
        this.keys = keys;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Requests.administrator(authenticator, request);
        List<Map<String, Object>> all = new ArrayList<>();
        for (Key key : keys.list()) {
            all.add(fields(key));
        }
        Replies.json(response, 200, Map.of("keys", all));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Requests.administrator(authenticator, request);
        Map<String, Object> body = Requests.json(request, MAX_BODY_BYTES);
        for (String field : body.keySet()) {
            if (!FIELDS.contains(field)) {
                throw Refusal.unknownName("body", field, FIELDS);
            }
        }
        KeyRing.Made made = keys.make(name(body), kind(body), scopes(body), lifetime(body));
        audit("key-made", caller, made.key().id(), made.key().name());
        Map<String, Object> fields = fields(made.key());
        fields.put("key", made.text());
        Replies.json(response, 201, fields);
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Requests.administrator(authenticator, request);
        String path = Optional.ofNullable(request.getPathInfo()).orElse("");
        String id = path.isEmpty() ? "" : path.substring(1);
        if (!keys.revoke(id)) {
            throw Refusal.of(Refusal.Code.NOT_FOUND, "id: there is no key '%s'.".formatted(Spelling.excerpt(id)));
        }
        audit("key-revoked", caller, id, "");
        Replies.json(response, 200, Map.of("id", id, "revoked", true));
    }

    private static void audit(String event, Caller caller, String id, String name) {
        AuditLog.log(event, Map.of("by", caller.name(), "key", id, "name", name));
    }

    private static String name(Map<String, Object> body) {
        if (body.get("name") instanceof String name) {
            return name;
        }
        throw Refusal.invalid("name", "name: is required and must be a text.");
    }

    private static Key.Kind kind(Map<String, Object> body) {
        if (body.getOrDefault("kind", KINDS.getFirst()) instanceof String kind && KINDS.contains(kind)) {
            return kind.equals(KINDS.getFirst()) ? Key.Kind.PERSONAL : Key.Kind.AGENT;
        }
        throw Refusal.unknownName("kind", String.valueOf(body.get("kind")), KINDS);
    }

    private static Set<String> scopes(Map<String, Object> body) {
        Object given = body.getOrDefault("scopes", List.of(Caller.MEMORY_READ, Caller.MEMORY_WRITE));
        if (given instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return new TreeSet<>(list.stream().map(String.class::cast).toList());
        }
        throw Refusal.invalid("scopes", "scopes: must be a list of texts.");
    }

    private static Optional<Duration> lifetime(Map<String, Object> body) {
        return switch (body.get("expires_in_days")) {
            case null -> Optional.empty();
            case Long days when days >= 1 && days <= 3650 -> Optional.of(Duration.ofDays(days));
            default ->
                throw Refusal.invalid("expires_in_days", "expires_in_days: must be a whole number from 1 to 3650.");
        };
    }

    private static Map<String, Object> fields(Key key) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", key.id());
        fields.put("name", key.name());
        fields.put("kind", key.kind().wire());
        fields.put("scopes", List.copyOf(new TreeSet<>(key.scopes())));
        fields.put("created", key.created().toString());
        fields.put(
                "expires",
                key.expires().equals(RecordStore.NEVER) ? null : key.expires().toString());
        fields.put("used", key.used().map(Instant::toString).orElse(null));
        return fields;
    }
}
