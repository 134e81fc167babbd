package ai.xray.auth.internal.oauth;

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
import java.util.Map;
import java.util.TreeSet;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code POST /oauth/token} gives tokens for a code or a refresh token; {@code POST /oauth/revoke} ends what a token is of (RFC
 * 7009). Clients are public: what they have to show is what they were given.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern({"/oauth/token", "/oauth/revoke"})
public final class TokenServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int FAILURES_A_MINUTE = 30;
    private static final int REMEMBERED = 10_000;

    private final transient Doorkeeper doorkeeper;
    private final transient Clients clients;
    private final transient Grants grants;
    private final transient FailureLimit failures;

    @Activate
    public TokenServlet(
            @Reference Doorkeeper doorkeeper,
            @Reference Clients clients,
            @Reference Grants grants,
            @Reference AuthRecords records) {
        this.doorkeeper = doorkeeper;
        this.clients = clients;
        this.grants = grants;
        failures = new FailureLimit(FAILURES_A_MINUTE, Duration.ofMinutes(1), REMEMBERED, records.clock());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        doorkeeper.guard(Requests.browser(request));
        failures.check(request.getRemoteAddr());
        try {
            Parameters parameters = Parameters.of(request);
            if (request.getServletPath().equals("/oauth/revoke")) {
                grants.revoke(parameters.require("token"), parameters.require("client_id"));
                Replies.json(response, 200, Map.of());
            } else {
                Replies.json(response, 200, given(parameters));
            }
        } catch (OAuthException e) {
            failures.count(request.getRemoteAddr());
            int status = e.error().equals("invalid_client") ? 401 : 400;
            Replies.json(response, status, Map.of("error", e.error(), "error_description", e.getMessage()));
        }
    }

    private Map<String, Object> given(Parameters parameters) throws IOException, OAuthException {
        String client = parameters.require("client_id");
        Grants.Given given = switch (parameters.require("grant_type")) {
            case "authorization_code" ->
                grants.redeem(
                        parameters.require("code"),
                        new Grants.Redemption(
                                client,
                                parameters.require("redirect_uri"),
                                Pkce.verifier(parameters),
                                parameters.get("resource")));
            case "refresh_token" ->
                grants.refresh(
                        parameters.require("refresh_token"),
                        client,
                        parameters.get("scope"),
                        parameters.get("resource"));
            default ->
                throw new OAuthException(
                        "unsupported_grant_type", "grant_type: must be authorization_code or refresh_token.");
        };
        clients.keep(client);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("access_token", given.access().text());
        answer.put("token_type", "Bearer");
        answer.put("expires_in", Grants.ACCESS.toSeconds());
        answer.put("refresh_token", given.refresh().text());
        answer.put("scope", Scopes.text(new TreeSet<>(given.scopes())));
        return answer;
    }
}
