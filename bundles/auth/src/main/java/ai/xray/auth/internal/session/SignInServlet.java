package ai.xray.auth.internal.session;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Identity;
import ai.xray.auth.SignInProvider;
import ai.xray.auth.internal.AuditLog;
import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.Doorkeeper;
import ai.xray.auth.internal.ServerAddress;
import ai.xray.auth.internal.web.Html;
import ai.xray.auth.internal.web.Page;
import ai.xray.auth.internal.web.Requests;
import ai.xray.memory.Refusal;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * Pages of sign-in. {@code GET /v1/auth/login} shows the ways; {@code GET /v1/auth/login/{provider}?return=/path} sends the
 * browser to a provider; {@code GET /v1/auth/callback/{provider}} takes it back, opens a session and goes on to the path.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern({"/v1/auth/login", "/v1/auth/login/*", "/v1/auth/callback/*"})
public final class SignInServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = System.getLogger(SignInServlet.class.getName());
    private static final String LOGIN = "/v1/auth/login";
    private static final int LONGEST_PARAMETER = 8192;
    private static final long COOKIE_SECONDS = 400 * 86_400L; // browsers keep none longer; the record ends it

    // A path of this server: '//' and '/\' would be another host to a browser, and the rest is what a URL may hold.
    private static final Pattern LOCAL_PATH = Pattern.compile("/(?![/\\\\])[A-Za-z0-9._~:/?#@!$&'()*+,;=%\\[\\]-]*");

    private final transient Doorkeeper doorkeeper;
    private final transient ServerAddress address;
    private final transient Providers providers;
    private final transient GuestList guests;
    private final transient BrowserSessions sessions;
    private final transient SignIns signIns;

    @Activate
    public SignInServlet(
            @Reference Doorkeeper doorkeeper,
            @Reference ServerAddress address,
            @Reference Providers providers,
            @Reference GuestList guests,
            @Reference BrowserSessions sessions,
            @Reference AuthRecords records) {
        this.doorkeeper = doorkeeper;
        this.address = address;
        this.providers = providers;
        this.guests = guests;
        this.sessions = sessions;
        this.signIns = new SignIns(records.store(), records.clock());
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AccessRequest access = Requests.browser(request);
        doorkeeper.guard(access);
        try {
            Optional<String> provider = Optional.ofNullable(request.getPathInfo())
                    .map(path -> path.substring(1))
                    .filter(name -> !name.isEmpty());
            if (!request.getServletPath().equals(LOGIN)) {
                comeBack(request, response, access, provider.orElse(""));
            } else if (provider.isPresent()) {
                send(request, response, access, provider.get());
            } else {
                Page.send(response, 200, "Sign in", SignInLinks.html(providers, returnTo(request)));
            }
        } catch (Refusal e) {
            Page.send(response, status(e), "You are not signed in", again(e.getMessage()));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Somebody could not be signed in.", e);
            Page.send(
                    response,
                    503,
                    "You are not signed in",
                    again("The sign-in service, or what this server keeps of sign-ins, cannot be reached."));
        }
    }

    private void send(HttpServletRequest request, HttpServletResponse response, AccessRequest access, String provider)
            throws IOException {
        SignInProvider chosen = providers.require(provider);
        String base = address.required(access);
        SignIns.Begun begun = signIns.begin(provider, redirect(base, provider), returnTo(request));
        URI there = chosen.begin(begun.attempt());
        setCookie(response, Cookies.SIGN_IN, begun.secret(), base, SignIns.LONGEST.toSeconds());
        response.setStatus(303);
        response.setHeader("Location", there.toASCIIString());
    }

    private void comeBack(
            HttpServletRequest request, HttpServletResponse response, AccessRequest access, String provider)
            throws IOException {
        SignInProvider chosen = providers.require(provider);
        String base = address.required(access);
        String secret = Cookies.value(
                        access.browser().orElseThrow().cookies(), Cookies.SIGN_IN, base.startsWith("https:"))
                .orElseThrow(SignInServlet::notBegunHere);
        String state = parameter(request, "state").orElseThrow(SignInServlet::notBegunHere);
        SignIns.Returned returned = signIns.take(provider, redirect(base, provider), state, secret)
                .orElseThrow(SignInServlet::notBegunHere);
        setCookie(response, Cookies.SIGN_IN, "", base, 0);
        String code = parameter(request, "code")
                .orElseThrow(() -> Refusal.of(
                        Refusal.Code.UNAUTHENTICATED, "%s did not confirm who you are.".formatted(chosen.title())));
        Identity person = chosen.finish(returned.attempt(), code);
        welcome(person, request, access, base, response);
        response.setStatus(303);
        response.setHeader("Location", returned.returnTo());
    }

    /** Opens a session under a new token; one that the browser had before ends. */
    private void welcome(
            Identity person,
            HttpServletRequest request,
            AccessRequest access,
            String base,
            HttpServletResponse response)
            throws IOException {
        Map<String, String> details = Map.of("account", person.account(), "address", request.getRemoteAddr());
        if (!guests.lets(person)) {
            AuditLog.alarm("sign-in-refused", details);
            throw Refusal.of(
                    Refusal.Code.FORBIDDEN,
                    "You are %s, whom the operator of this server has not let in (auth-allow)."
                            .formatted(person.account()));
        }
        Optional<String> before =
                Cookies.value(access.browser().orElseThrow().cookies(), Cookies.SESSION, base.startsWith("https:"));
        if (before.isPresent()) {
            sessions.close(before.get());
        }
        setCookie(response, Cookies.SESSION, sessions.open(person), base, COOKIE_SECONDS);
        AuditLog.log("sign-in", details);
    }

    private static void setCookie(HttpServletResponse response, String name, String value, String base, long seconds) {
        response.addHeader("Set-Cookie", Cookies.set(name, value, base.startsWith("https:"), seconds));
    }

    private static URI redirect(String base, String provider) {
        return URI.create(base + "/v1/auth/callback/" + provider);
    }

    private static String returnTo(HttpServletRequest request) {
        String path = parameter(request, "return").orElse("/");
        if (!LOCAL_PATH.matcher(path).matches()) {
            throw Refusal.invalid("return", "return: must be a path of this server.");
        }
        return path;
    }

    private static Optional<String> parameter(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        if (values == null || values[0].isEmpty()) {
            return Optional.empty();
        }
        if (values.length > 1 || values[0].length() > LONGEST_PARAMETER) {
            throw Refusal.invalid(name, "%s: must be given once, with at most 8192 characters.".formatted(name));
        }
        return Optional.of(values[0]);
    }

    private static Refusal notBegunHere() {
        return Refusal.of(
                Refusal.Code.FORBIDDEN,
                "This sign-in was not begun in this browser, is finished already, or took more than 10 minutes.");
    }

    private static String again(String sentence) {
        return "<p>%s</p><p><a href=\"%s\">Sign in</a></p>".formatted(Html.text(sentence), LOGIN);
    }

    private static int status(Refusal refusal) {
        return switch (refusal.code()) {
            case UNAUTHENTICATED, FORBIDDEN -> 403;
            case NOT_FOUND -> 404;
            case RATE_LIMITED -> 429;
            case UNAVAILABLE -> 503;
            case INVALID_ARGUMENT, CONFLICT, TOO_LARGE -> 400;
        };
    }
}
