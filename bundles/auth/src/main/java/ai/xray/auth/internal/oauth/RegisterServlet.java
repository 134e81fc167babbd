package ai.xray.auth.internal.oauth;

import ai.xray.auth.internal.AuditLog;
import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.Doorkeeper;
import ai.xray.auth.internal.FailureLimit;
import ai.xray.auth.internal.web.Replies;
import ai.xray.auth.internal.web.Requests;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code POST /oauth/register}: Dynamic Client Registration (RFC 7591) of public clients, for some an hour from one address. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/oauth/register")
public final class RegisterServlet extends HttpServlet {
    /** How many an address may register in an hour. */
    static final int AN_HOUR = 30;

    private static final long serialVersionUID = 1L;
    private static final int MAX_BODY_BYTES = 16 * 1024;
    private static final int REMEMBERED = 10_000;

    private final transient Doorkeeper doorkeeper;
    private final transient Clients clients;
    private final transient AuthRecords records;
    private final transient FailureLimit limit;

    @Activate
    public RegisterServlet(
            @Reference Doorkeeper doorkeeper, @Reference Clients clients, @Reference AuthRecords records) {
        this.doorkeeper = doorkeeper;
        this.clients = clients;
        this.records = records;
        limit = new FailureLimit(AN_HOUR, Duration.ofHours(1), REMEMBERED, records.clock());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        doorkeeper.guard(Requests.browser(request));
        limit.check(request.getRemoteAddr());
        limit.count(request.getRemoteAddr());
        try {
            Client client = clients.register(ClientDescription.of(Requests.json(request, MAX_BODY_BYTES)));
            AuditLog.log("client-registered", Map.of("client", client.id(), "address", request.getRemoteAddr()));
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("client_id", client.id());
            answer.put("client_id_issued_at", records.clock().instant().getEpochSecond());
            answer.put("client_name", client.name());
            answer.put("redirect_uris", Clients.texts(client));
            answer.put("grant_types", List.of("authorization_code", "refresh_token"));
            answer.put("response_types", List.of("code"));
            answer.put("token_endpoint_auth_method", "none");
            Replies.json(response, 201, answer);
        } catch (OAuthException e) {
            Replies.json(response, 400, Map.of("error", e.error(), "error_description", e.getMessage()));
        }
    }
}
