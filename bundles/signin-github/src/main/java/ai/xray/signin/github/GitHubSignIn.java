package ai.xray.signin.github;

import ai.xray.auth.Identity;
import ai.xray.auth.SignInAttempt;
import ai.xray.auth.SignInProvider;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.remote.ApiKey;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Sign-in by a GitHub OAuth app. The token that GitHub gives is asked who it is for and in which organisations, and then
 * forgotten. E-mail addresses are not looked at: GitHub tells some that nobody verified.
 */
@Designate(ocd = GitHubSignIn.Config.class)
@Component(configurationPolicy = ConfigurationPolicy.REQUIRE, property = SignInProvider.NAME + "=github")
public final class GitHubSignIn implements SignInProvider {
    private static final Pattern BASE = Pattern.compile("https?://[^/?#@\\s]+(/[^?#\\s]*)?");
    private static final int MOST_ORGANISATIONS = 100;

    @ObjectClassDefinition(name = "Sign-in with GitHub", description = "Lets people sign in with their GitHub account.")
    @interface Config {
        @AttributeDefinition(
                name = "github-client-id",
                description =
                        "Client ID of the GitHub OAuth app whose callback URL is <public-url>/v1/auth/callback/github;"
                                + " empty for no sign-in with GitHub.")
        String github_client_id() default "";

        @AttributeDefinition(
                name = "github-client-secret-file",
                description = "File with the client secret of the GitHub OAuth app.")
        String github_client_secret_file() default "";

        @AttributeDefinition(
                name = "github-url",
                description = "Where GitHub's pages are: an http or https URL; another one for an Enterprise Server.")
        String github_url() default "https://github.com";

        @AttributeDefinition(
                name = "github-api-url",
                description =
                        "Where GitHub's API is: an http or https URL, for an Enterprise Server https://HOST/api/v3.")
        String github_api_url() default "https://api.github.com";
    }

    private final String clientId;
    private final ApiKey clientSecret;
    private final String pages;
    private final String api;
    private final GitHub github = new GitHub();

    @Activate
    public GitHubSignIn(Config config) {
        this(
                config.github_client_id(),
                config.github_client_secret_file(),
                config.github_url(),
                config.github_api_url());
    }

    GitHubSignIn(String clientId, String clientSecretFile, String pages, String api) {
        this.clientId = clientId.strip();
        this.clientSecret = new ApiKey("github-client-secret", "", clientSecretFile);
        this.pages = base("github-url", pages);
        this.api = base("github-api-url", api);
    }

    @Deactivate
    void close() {
        github.close();
    }

    @Override
    public String title() {
        return "GitHub";
    }

    @Override
    public boolean isSetUp() {
        return !clientId.isEmpty() && clientSecret.isSet();
    }

    @Override
    public URI begin(SignInAttempt attempt) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("client_id", clientId);
        query.put("redirect_uri", attempt.redirect().toString());
        query.put("scope", "read:org");
        query.put("state", attempt.state());
        query.put("code_challenge", challenge(attempt.verifier()));
        query.put("code_challenge_method", "S256");
        return URI.create(pages + "/login/oauth/authorize?" + GitHub.form(query));
    }

    @Override
    public Identity finish(SignInAttempt attempt, String code) throws IOException {
        String token = token(attempt, code);
        if (!(github.get(URI.create(api + "/user"), token) instanceof Map<?, ?> user)
                || !(user.get("id") instanceof Long id)
                || !(user.get("login") instanceof String login)) {
            throw new IOException("GitHub's answer to /user tells no id and login.");
        }
        Set<String> groups = new HashSet<>();
        groups.add("github:user:" + login);
        Object memberships = github.get(
                URI.create(api + "/user/memberships/orgs?state=active&per_page=" + MOST_ORGANISATIONS), token);
        if (memberships instanceof List<?> list) {
            list.forEach(membership -> addOrganisation(membership, groups));
        }
        return new Identity("github:" + id, login, groups);
    }

    private String token(SignInAttempt attempt, String code) throws IOException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("client_id", clientId);
        form.put("client_secret", clientSecret.read().orElseThrow());
        form.put("code", code);
        form.put("redirect_uri", attempt.redirect().toString());
        form.put("code_verifier", attempt.verifier());
        Object token = github.post(URI.create(pages + "/login/oauth/access_token"), form)
                .get("access_token");
        if (token instanceof String given && !given.isEmpty()) {
            return given;
        }
        throw Refusal.of(Refusal.Code.UNAUTHENTICATED, "GitHub did not accept the code it had sent; sign in again.");
    }

    private static void addOrganisation(Object membership, Set<String> groups) {
        if (membership instanceof Map<?, ?> fields
                && "active".equals(fields.get("state"))
                && fields.get("organization") instanceof Map<?, ?> organisation
                && organisation.get("login") instanceof String name) {
            groups.add("github:org:" + name);
        }
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static String base(String setting, String url) {
        if (!BASE.matcher(url.strip()).matches()) {
            throw Refusal.invalid(
                    setting, "%s: '%s' must be an http or https URL.".formatted(setting, Spelling.excerpt(url)));
        }
        return url.strip().replaceFirst("/+$", "");
    }
}
