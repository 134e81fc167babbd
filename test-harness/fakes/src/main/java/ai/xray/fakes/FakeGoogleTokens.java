package ai.xray.fakes;

import static ai.xray.fakes.Strict.check;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Google's token endpoint, for a service account (RFC 7523) and for a user's refresh token, and the metadata server of a
 * machine in its cloud. Knows one account of each and makes the files that hold their credentials.
 */
public final class FakeGoogleTokens extends FakeServer {
    private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";
    private static final String EMAIL = "xray@example-project.iam.gserviceaccount.com";
    private static final String KEY_ID = "0123456789abcdef";
    private static final String CLIENT_ID = "1234.apps.googleusercontent.com";
    private static final String CLIENT_SECRET = "client-secret-of-the-fake";
    private static final String REFRESH_TOKEN = "refresh-token-of-the-fake";
    private static final String TOKEN_PATH = "/token";
    private static final String METADATA_PATH =
            "/computeMetadata/v1/instance/service-accounts/default/token?scopes=" + SCOPE;

    // One pair for all: making it takes a while.
    private static final KeyPair KEYS = rsa();

    private final InstantSource clock;
    private final AtomicInteger made = new AtomicInteger();
    private final Set<String> valid = ConcurrentHashMap.newKeySet();
    private volatile long lifetime = 3599;

    /** Serves at once; {@code clock} is what assertions are dated by. */
    public FakeGoogleTokens(InstantSource clock) {
        this.clock = clock;
        open();
    }

    /** The file of the service account's key. */
    public String serviceAccountFile() {
        Base64.Encoder pem = Base64.getMimeEncoder(64, new byte[] {'\n'});
        String key = pem.encodeToString(KEYS.getPrivate().getEncoded());
        return Json.write(Map.of(
                "type",
                "service_account",
                "project_id",
                "example-project",
                "private_key_id",
                KEY_ID,
                "private_key",
                "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n",
                "client_email",
                EMAIL,
                "client_id",
                "1234",
                "token_uri",
                address() + TOKEN_PATH));
    }

    /** The file that signing in with the command-line tool leaves. */
    public String userFile() {
        return Json.write(Map.of(
                "type",
                "authorized_user",
                "client_id",
                CLIENT_ID,
                "client_secret",
                CLIENT_SECRET,
                "refresh_token",
                REFRESH_TOKEN,
                "quota_project_id",
                "quota-project",
                "token_uri",
                address() + TOKEN_PATH));
    }

    /** Tokens made from now on live so long, in seconds. */
    public void lifetime(long seconds) {
        lifetime = seconds;
    }

    /** No token made so far is good any more. */
    public void revokeAll() {
        valid.clear();
    }

    /** How many tokens were made. */
    public int made() {
        return made.get();
    }

    boolean isValid(String token) {
        return valid.contains(token);
    }

    @Override
    Reply reply(Received request) throws Refused {
        if (request.path().startsWith("/computeMetadata/")) {
            return metadata(request);
        }
        Strict.post(request, TOKEN_PATH, "application/x-www-form-urlencoded");
        Strict.bearer(request, "");
        Map<String, String> form = form(request.body());
        switch (form.getOrDefault("grant_type", "")) {
            case "urn:ietf:params:oauth:grant-type:jwt-bearer" -> {
                check(form.keySet().equals(Set.of("grant_type", "assertion")), 400, "fields: " + form.keySet());
                checkAssertion(form.get("assertion"));
            }
            case "refresh_token" ->
                check(
                        form.equals(Map.of(
                                "grant_type", "refresh_token",
                                "client_id", CLIENT_ID,
                                "client_secret", CLIENT_SECRET,
                                "refresh_token", REFRESH_TOKEN)),
                        400,
                        "the refresh token or its client is not known, or there are other fields");
            default -> throw new Refused(400, "grant_type: is not supported");
        }
        return token();
    }

    @Override
    Object error(int status, String complaint) {
        return Map.of("error", "invalid_grant", "error_description", complaint);
    }

    private Reply metadata(Received request) throws Refused {
        check(request.path().equals(METADATA_PATH), 404, "no such path: " + request.path());
        check(request.method().equals("GET"), 405, "the method must be GET");
        check(request.header("metadata-flavor").orElse("").equals("Google"), 403, "metadata-flavor: must be Google");
        return token();
    }

    private Reply token() {
        String token = "ya29.fake-" + made.incrementAndGet();
        valid.add(token);
        return Reply.ok(Map.of("access_token", token, "expires_in", lifetime, "token_type", "Bearer"));
    }

    private void checkAssertion(String assertion) throws Refused {
        String[] parts = assertion.split("\\.", -1);
        check(parts.length == 3, 400, "assertion: must have three parts");
        try {
            Map<String, Object> header = Json.asObject(Json.read(decoded(parts[0])));
            check(
                    header.equals(Map.of("alg", "RS256", "typ", "JWT", "kid", KEY_ID)),
                    400,
                    "assertion: its header is " + header);
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(KEYS.getPublic());
            signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            check(signature.verify(decoded(parts[2])), 400, "assertion: its signature is wrong");
            checkClaims(Json.asObject(Json.read(decoded(parts[1]))));
        } catch (JsonException | IllegalArgumentException | GeneralSecurityException e) {
            throw new Refused(400, "assertion: cannot be read: " + e);
        }
    }

    private void checkClaims(Map<String, Object> claims) throws Refused {
        check(
                claims.keySet().equals(Set.of("iss", "scope", "aud", "iat", "exp")),
                400,
                "assertion: its claims are " + claims.keySet());
        check(EMAIL.equals(claims.get("iss")), 400, "iss: is not known");
        check(SCOPE.equals(claims.get("scope")), 400, "scope: is not allowed");
        check((address() + TOKEN_PATH).equals(claims.get("aud")), 400, "aud: is somebody else");
        long now = clock.instant().getEpochSecond();
        check(claims.get("iat") instanceof Long issued && issued <= now && issued > now - 60, 400, "iat: is not now");
        check(
                claims.get("exp") instanceof Long expires
                        && expires > now
                        && expires <= (Long) claims.get("iat") + 3600,
                400,
                "exp: must be at most an hour after iat");
    }

    private static byte[] decoded(String part) {
        return Base64.getUrlDecoder().decode(part);
    }

    private static Map<String, String> form(String body) throws Refused {
        Map<String, String> form = new HashMap<>();
        for (String field : body.split("&", -1)) {
            String[] sides = field.split("=", 2);
            check(sides.length == 2, 400, "the body is not a form");
            form.put(
                    URLDecoder.decode(sides[0], StandardCharsets.UTF_8),
                    URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
        }
        return form;
    }

    private static KeyPair rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has RSA", e);
        }
    }
}
