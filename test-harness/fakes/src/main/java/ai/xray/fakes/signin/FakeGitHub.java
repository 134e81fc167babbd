package ai.xray.fakes.signin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** GitHub's OAuth pages and what of its API sign-in needs, the latter under {@code /api/v3} as on an Enterprise Server. */
public final class FakeGitHub extends WebServer {
    private static final String API = "/api/v3";

    private final String clientId;
    private final String clientSecret;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, Code> codes = new ConcurrentHashMap<>();
    private final Map<String, User> tokens = new ConcurrentHashMap<>();
    private volatile User signedIn = new User(583231, "octocat", List.of());

    /** Somebody with an account. */
    public record User(long id, String login, List<String> organisations) {}

    private record Code(User user, String redirect, String challenge) {}

    /** GitHub with one OAuth app; its page is opened by a person who agrees to everything. */
    public FakeGitHub(String clientId, String clientSecret) {
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        open();
    }

    /** Where the API is. */
    public String apiUrl() {
        return url() + API;
    }

    /** Who sits before the browser from now on. */
    public void signIn(User user) {
        signedIn = user;
    }

    /** The tokens it gave so far. */
    public Set<String> tokens() {
        return Set.copyOf(tokens.keySet());
    }

    @Override
    Answer answer(String method, String path, Map<String, String> parameters, Map<String, String> headers)
            throws Wrong {
        return switch (method + " " + path) {
            case "GET /login/oauth/authorize" -> authorize(parameters);
            case "POST /login/oauth/access_token" -> token(parameters, headers);
            case "GET " + API + "/user" -> {
                User user = user(headers);
                yield Answer.ok(Map.of("id", user.id(), "login", user.login(), "email", "unverified@victim.example"));
            }
            case "GET " + API + "/user/memberships/orgs" -> memberships(parameters, headers);
            default -> throw new Wrong(404, "no such path: " + method + " " + path);
        };
    }

    private Answer authorize(Map<String, String> given) throws Wrong {
        check(
                given.keySet()
                        .equals(Set.of(
                                "client_id",
                                "redirect_uri",
                                "scope",
                                "state",
                                "code_challenge",
                                "code_challenge_method")),
                400,
                "the parameters are not the right ones: " + given.keySet());
        check(clientId.equals(given.get("client_id")), 404, "client_id: is not known");
        check(given.get("redirect_uri").endsWith("/v1/auth/callback/github"), 400, "redirect_uri: is not registered");
        check("read:org".equals(given.get("scope")), 400, "scope: is not read:org");
        check(given.get("state").length() >= 20, 400, "state: is too short");
        check("S256".equals(given.get("code_challenge_method")), 400, "code_challenge_method: is not S256");
        check(given.get("code_challenge").length() == 43, 400, "code_challenge: is none");
        String code = "code" + numbers.incrementAndGet();
        codes.put(code, new Code(signedIn, given.get("redirect_uri"), given.get("code_challenge")));
        return redirect(given.get("redirect_uri"), Map.of("code", code, "state", given.get("state")));
    }

    /** A code that is not right is told with status 200, as the real one does. */
    private Answer token(Map<String, String> given, Map<String, String> headers) throws Wrong {
        check("application/json".equals(headers.get("Accept")), 406, "accept: is not application/json");
        check(
                given.keySet().equals(Set.of("client_id", "client_secret", "code", "redirect_uri", "code_verifier")),
                400,
                "the parameters are not the right ones: " + given.keySet());
        check(clientId.equals(given.get("client_id")), 404, "client_id: is not known");
        check(clientSecret.equals(given.get("client_secret")), 401, "client_secret: is wrong");
        Code code = codes.remove(given.get("code"));
        boolean right = code != null
                && code.redirect().equals(given.get("redirect_uri"))
                && code.challenge().equals(challenge(given.get("code_verifier")));
        if (!right) {
            return Answer.ok(Map.of("error", "bad_verification_code"));
        }
        String token = "gho_" + "x".repeat(30) + numbers.incrementAndGet();
        tokens.put(token, code.user());
        return Answer.ok(Map.of("access_token", token, "scope", "read:org", "token_type", "bearer"));
    }

    private Answer memberships(Map<String, String> given, Map<String, String> headers) throws Wrong {
        check(given.equals(Map.of("state", "active", "per_page", "100")), 400, "the parameters are not the right ones");
        List<Object> memberships = new ArrayList<>();
        for (String organisation : user(headers).organisations()) {
            memberships.add(Map.of("state", "active", "organization", Map.of("login", organisation)));
        }
        memberships.add(Map.of("state", "pending", "organization", Map.of("login", "invited-only")));
        return Answer.ok(memberships);
    }

    private User user(Map<String, String> headers) throws Wrong {
        check(headers.containsKey("User-Agent"), 403, "user-agent: is missing");
        check("application/vnd.github+json".equals(headers.get("Accept")), 415, "accept: is not GitHub's");
        String authorization = headers.getOrDefault("Authorization", "");
        check(authorization.startsWith("Bearer "), 401, "authorization: is missing");
        User user = tokens.get(authorization.substring("Bearer ".length()));
        check(user != null, 401, "authorization: is not a token");
        return user;
    }
}
