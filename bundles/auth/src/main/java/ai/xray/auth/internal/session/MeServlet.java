package ai.xray.auth.internal.session;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Authenticator;
import ai.xray.auth.Caller;
import ai.xray.auth.internal.AuditLog;
import ai.xray.auth.internal.web.Replies;
import ai.xray.auth.internal.web.Requests;
import ai.xray.memory.Refusal;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code GET /v1/me}: who makes the request, with the token that a browser session needs to change anything.
 * {@code POST /v1/auth/logout} ends the session, with {@code ?everywhere=true} all sessions of the account and all access it
 * gave to clients.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern({"/v1/me", "/v1/auth/logout"})
public final class MeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String ME = "/v1/me";

    private final transient Authenticator authenticator;
    private final transient SessionCheck check;
    private final transient BrowserSessions sessions;
    private final transient List<AccountAccess> furtherAccess;

    @Activate
    public MeServlet(
            @Reference Authenticator authenticator,
            @Reference SessionCheck check,
            @Reference BrowserSessions sessions,
            @Reference(policyOption = ReferencePolicyOption.GREEDY) List<AccountAccess> furtherAccess) {
        this.authenticator = authenticator;
        this.check = check;
        this.sessions = sessions;
        this.furtherAccess = furtherAccess;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        requirePath(request, ME);
        AccessRequest access = Requests.browser(request);
        Caller caller = authenticator.admit(access);
        Optional<SessionCheck.Shown> session =
                caller.credential() == Caller.Credential.SESSION ? check.shownBy(access) : Optional.empty();
        Map<String, Object> me = new LinkedHashMap<>();
        me.put("account", caller.name());
        me.put("name", session.map(shown -> shown.person().name()).orElse(caller.name()));
        me.put("credential", caller.credential().name().toLowerCase(Locale.ROOT));
        me.put("scopes", List.copyOf(new TreeSet<>(caller.scopes())));
        session.ifPresent(shown -> me.put("csrf_token", BrowserSessions.csrfToken(shown.token())));
        Replies.json(response, 200, me);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        requirePath(request, "/v1/auth/logout");
        AccessRequest access = Requests.browser(request);
        authenticator.admit(access);
        Optional<SessionCheck.Shown> session =
                request.getHeader("Authorization") == null ? check.shownBy(access) : Optional.empty();
        if (session.isEmpty()) {
            throw Refusal.of(Refusal.Code.CONFLICT, "The request does not come with a session that could end.");
        }
        String account = session.get().person().account();
        boolean everywhere = everywhere(request);
        sessions.close(session.get().token());
        if (everywhere) {
            sessions.closeAll(account);
            for (AccountAccess given : furtherAccess) {
                given.end(account);
            }
        }
        AuditLog.log("sign-out", Map.of("account", account, "everywhere", String.valueOf(everywhere)));
        response.addHeader("Set-Cookie", Cookies.set(Cookies.SESSION, "", check.isSecure(access), 0));
        Replies.json(response, 200, Map.of("signed_out", true));
    }

    private static boolean everywhere(HttpServletRequest request) {
        String given = request.getParameter("everywhere");
        if (given != null && !List.of("true", "false").contains(given)) {
            throw Refusal.unknownName("everywhere", given, List.of("true", "false"));
        }
        return "true".equals(given);
    }

    private static void requirePath(HttpServletRequest request, String path) {
        if (!request.getServletPath().equals(path)) {
            throw Refusal.of(Refusal.Code.NOT_FOUND, "This route does not answer %s.".formatted(request.getMethod()));
        }
    }
}
