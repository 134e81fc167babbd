package ai.xray.signin.entra;

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
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Sign-in by an app registration of Microsoft Entra. The access token that comes along is not asked for and not used. */
@Designate(ocd = EntraSignIn.Config.class)
@Component(configurationPolicy = ConfigurationPolicy.REQUIRE, property = SignInProvider.NAME + "=entra")
public final class EntraSignIn implements SignInProvider {
    private static final Pattern BASE = Pattern.compile("https?://[^/?#@\\s]+(/[^?#\\s]*)?");
    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,99}");

    @ObjectClassDefinition(
            name = "Sign-in with Microsoft Entra",
            description = "Lets people sign in with their work or school account.")
    @interface Config {
        @AttributeDefinition(
                name = "entra-tenant",
                description =
                        "Whose accounts may be used: a tenant's ID or domain, or organizations for those of any tenant,"
                                + " of which auth-allow then lets some in; empty for no sign-in with Entra.")
        String entra_tenant() default "";

        @AttributeDefinition(
                name = "entra-client-id",
                description = "Application ID of the app registration, whose redirect URI is"
                        + " <public-url>/v1/auth/callback/entra; empty for no sign-in with Entra.")
        String entra_client_id() default "";

        @AttributeDefinition(
                name = "entra-client-secret-file",
                description = "File with the client secret of the app registration.")
        String entra_client_secret_file() default "";

        @AttributeDefinition(
                name = "entra-url",
                description = "Where Entra is: an http or https URL; another one in national clouds.")
        String entra_url() default "https://login.microsoftonline.com";
    }

    private final String clientId;
    private final String tenant;
    private final ApiKey clientSecret;
    private final Entra entra = new Entra();
    private final Directory directory;
    private final IdTokens tokens;

    @Activate
    public EntraSignIn(Config config) {
        this(
                config.entra_tenant(),
                config.entra_client_id(),
                config.entra_client_secret_file(),
                config.entra_url(),
                InstantSource.system());
    }

    EntraSignIn(String tenant, String clientId, String clientSecretFile, String url, InstantSource clock) {
        this.tenant = tenant.strip();
        this.clientId = clientId.strip();
        if (!BASE.matcher(url.strip()).matches()) {
            throw refused("entra-url", url, "must be an http or https URL");
        }
        if (!this.tenant.isEmpty() && !TENANT.matcher(this.tenant).matches()) {
            throw refused("entra-tenant", tenant, "must be a tenant's ID, its domain, or organizations");
        }
        clientSecret = new ApiKey("entra-client-secret", "", clientSecretFile);
        directory = new Directory(entra, url.strip().replaceFirst("/+$", "") + "/" + this.tenant, clock);
        tokens = new IdTokens(directory, this.clientId, clock);
    }

    @Deactivate
    void close() {
        entra.close();
    }

    @Override
    public String title() {
        return "Microsoft";
    }

    @Override
    public boolean isSetUp() {
        return !tenant.isEmpty() && !clientId.isEmpty() && clientSecret.isSet();
    }

    @Override
    public URI begin(SignInAttempt attempt) throws IOException {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("client_id", clientId);
        query.put("redirect_uri", attempt.redirect().toString());
        query.put("response_type", "code");
        query.put("response_mode", "query");
        query.put("scope", "openid profile");
        query.put("state", attempt.state());
        query.put("nonce", attempt.nonce());
        query.put("code_challenge", challenge(attempt.verifier()));
        query.put("code_challenge_method", "S256");
        return URI.create(directory.endpoints().authorization() + "?" + Entra.form(query));
    }

    @Override
    public Identity finish(SignInAttempt attempt, String code) throws IOException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("client_id", clientId);
        form.put("client_secret", clientSecret.read().orElseThrow());
        form.put("code", code);
        form.put("redirect_uri", attempt.redirect().toString());
        form.put("code_verifier", attempt.verifier());
        Entra.Answer answer = entra.post(directory.endpoints().token(), form);
        if (answer.status() == 400) {
            throw Refusal.of(
                    Refusal.Code.UNAUTHENTICATED,
                    "Microsoft Entra did not accept the code it had sent; sign in again.");
        }
        if (answer.object("a token").get("id_token") instanceof String idToken) {
            return tokens.identity(idToken, attempt.nonce());
        }
        throw new IOException("Microsoft Entra's answer to the request of a token has no ID token.");
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static Refusal refused(String setting, String value, String why) {
        return Refusal.invalid(setting, "%s: '%s' %s.".formatted(setting, Spelling.excerpt(value), why));
    }
}
