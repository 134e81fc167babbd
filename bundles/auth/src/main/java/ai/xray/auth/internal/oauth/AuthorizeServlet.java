package ai.xray.auth.internal.oauth;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.internal.Doorkeeper;
import ai.xray.auth.internal.Secrets;
import ai.xray.auth.internal.ServerAddress;
import ai.xray.auth.internal.session.Providers;
import ai.xray.auth.internal.session.SessionCheck;
import ai.xray.auth.internal.session.SignInLinks;
import ai.xray.auth.internal.web.Html;
import ai.xray.auth.internal.web.Page;
import ai.xray.auth.internal.web.Requests;
import ai.xray.memory.Refusal;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code /oauth/authorize}: {@code GET} asks the person, once signed in; {@code POST} is the answer, which leads back to the
 * client. Nothing is remembered of an answer: each request is asked about, so that agreeing to one client is never agreeing to
 * another.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/oauth/authorize")
public final class AuthorizeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String DECISION = "decision";
    private static final String CSRF = "csrf";

    private final transient Doorkeeper doorkeeper;
    private final transient ServerAddress address;
    private final transient SessionCheck sessions;
    private final transient Providers providers;
    private final transient Clients clients;
    private final transient Grants grants;

    @Activate
    public AuthorizeServlet(
            @Reference Doorkeeper doorkeeper,
            @Reference ServerAddress address,
            @Reference SessionCheck sessions,
            @Reference Providers providers,
            @Reference Clients clients,
            @Reference Grants grants) {
        this.doorkeeper = doorkeeper;
        this.address = address;
        this.sessions = sessions;
        this.providers = providers;
        this.clients = clients;
        this.grants = grants;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        judge(request, response, (access, asked, parameters) -> {
            Optional<SessionCheck.Shown> person = sessions.shownBy(access);
            if (person.isEmpty()) {
                String again = "/oauth/authorize?" + query(parameters.given());
                String links = SignInLinks.html(providers, again);
                Page.send(
                        response,
                        200,
                        "Sign in",
                        "<p>A client asks for access. Sign in first; you will be asked then.</p>" + links);
                return;
            }
            Map<String, String> fields = new LinkedHashMap<>(parameters.given());
            fields.remove(DECISION);
            fields.put(CSRF, token(person.get(), parameters));
            Page.send(
                    response,
                    200,
                    "Allow access?",
                    ConsentPage.html(asked, person.get().person(), fields),
                    asked.redirect().source());
        });
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        judge(request, response, (access, asked, parameters) -> {
            SessionCheck.Shown person = sessions.shownBy(access)
                    .filter(shown -> parameters
                            .get(CSRF)
                            .filter(token -> Secrets.same(token, token(shown, parameters)))
                            .isPresent())
                    .filter(_ -> access.origin()
                            .filter(address.all(access)::contains)
                            .isPresent())
                    .orElseThrow(() -> Refusal.of(
                            Refusal.Code.FORBIDDEN, "This answer was not given on the page that asked for it."));
            Map<String, String> answer = new LinkedHashMap<>();
            if ("allow".equals(parameters.get(DECISION).orElse(""))) {
                answer.put(
                        "code",
                        grants.begin(asked.client().id(), asked.terms(), person.person())
                                .text());
            } else {
                answer.put("error", "access_denied");
            }
            redirect(response, access, asked.redirect(), asked.state(), answer);
        });
    }

    /** What is done about a request that is right. */
    private interface Answer {
        void give(AccessRequest access, AuthorizationRequest asked, Parameters parameters) throws IOException;
    }

    private void judge(HttpServletRequest request, HttpServletResponse response, Answer answer) throws IOException {
        AccessRequest access = Requests.browser(request);
        doorkeeper.guard(access);
        try {
            address.required(access);
            Parameters parameters = Parameters.of(request);
            AuthorizationRequest.Return back = AuthorizationRequest.Return.of(parameters, clients);
            try {
                AuthorizationRequest asked = AuthorizationRequest.of(back, parameters, Resources.of(address, access));
                answer.give(access, asked, parameters);
            } catch (OAuthException e) {
                Map<String, String> error = new LinkedHashMap<>();
                error.put("error", e.error());
                error.put("error_description", e.getMessage());
                redirect(response, access, back.redirect(), back.state(), error);
            }
        } catch (OAuthException e) {
            sorry(response, 400, e.getMessage());
        } catch (Refusal e) {
            sorry(response, e.code() == Refusal.Code.UNAVAILABLE ? 503 : 403, e.getMessage());
        }
    }

    private static void sorry(HttpServletResponse response, int status, String sentence) throws IOException {
        Page.send(
                response,
                status,
                "Access was not given",
                "<p>The client's request cannot be answered.</p><p>%s</p>".formatted(Html.text(sentence)));
    }

    private void redirect(
            HttpServletResponse response,
            AccessRequest access,
            RedirectUri to,
            Optional<String> state,
            Map<String, String> answer) {
        state.ifPresent(text -> answer.put("state", text));
        answer.put("iss", address.required(access));
        String separator = to.text().indexOf('?') < 0 ? "?" : "&";
        response.setStatus(303);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Location", to.text() + separator + query(answer));
    }

    /** Good for this session and this request alone. */
    private static String token(SessionCheck.Shown person, Parameters parameters) {
        Map<String, String> request = new TreeMap<>(parameters.given());
        request.remove(DECISION);
        request.remove(CSRF);
        return Secrets.derived("consent " + query(request), person.token());
    }

    private static String query(Map<String, String> parameters) {
        StringBuilder query = new StringBuilder();
        parameters.forEach((name, value) -> query.append(query.isEmpty() ? "" : "&")
                .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return query.toString();
    }
}
