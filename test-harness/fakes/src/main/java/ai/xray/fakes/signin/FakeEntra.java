package ai.xray.fakes.signin;

import ai.xray.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Microsoft Entra's v2.0 endpoints for one app. Its ID tokens can be made wrong in every part. */
public final class FakeEntra extends WebServer {
    private final String clientId;
    private final String clientSecret;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, Code> codes = new ConcurrentHashMap<>();
    private final AtomicInteger keyRequests = new AtomicInteger();
    private volatile KeyPair keys = newKeys();
    private volatile String keyId = "key-1";
    private volatile User signedIn;
    private volatile UnaryOperator<Map<String, Object>> header = UnaryOperator.identity();
    private volatile UnaryOperator<Map<String, Object>> claims = UnaryOperator.identity();
    private volatile Signing signing = Signing.RIGHT;

    /** Somebody with an account in a tenant. */
    public record User(String tenant, String object, String name) {}

    /** How ID tokens are signed. */
    public enum Signing {
        /** With the key that is published. */
        RIGHT,
        /** With a key that is not. */
        STRANGE_KEY,
        /** With the public key as the secret of an HMAC. */
        PUBLIC_KEY_AS_SECRET,
        /** Not at all. */
        NONE
    }

    private record Code(User user, String redirect, String challenge, String nonce) {}

    /** Entra with one app; its page is opened by {@code user}, who agrees to everything. */
    public FakeEntra(String clientId, String clientSecret, User user) {
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        signedIn = user;
        open();
    }

    /** Who sits before the browser from now on. */
    public void signIn(User user) {
        signedIn = user;
    }

    /** Changes the ID tokens to come: their header, their claims and their signature. */
    public void tamper(
            UnaryOperator<Map<String, Object>> headers, UnaryOperator<Map<String, Object>> body, Signing signature) {
        header = headers;
        claims = body;
        signing = signature;
    }

    /** From now on another key signs, under another name. */
    public void rotateKeys() {
        keys = newKeys();
        keyId = "key-" + numbers.incrementAndGet() + "-new";
    }

    /** How often its keys were asked for. */
    public int keyRequests() {
        return keyRequests.get();
    }

    @Override
    Answer answer(String method, String path, Map<String, String> parameters, Map<String, String> headers)
            throws Wrong {
        String[] parts = path.substring(1).split("/", 2);
        check(parts.length == 2, 404, "no such path: " + path);
        return switch (method + " " + parts[1]) {
            case "GET v2.0/.well-known/openid-configuration" -> Answer.ok(configuration(parts[0]));
            case "GET oauth2/v2.0/authorize" -> authorize(parameters);
            case "POST oauth2/v2.0/token" -> token(parameters);
            case "GET discovery/v2.0/keys" -> Answer.ok(publishedKeys());
            default -> throw new Wrong(404, "no such path: " + method + " " + path);
        };
    }

    private Map<String, Object> configuration(String tenant) {
        String base = url() + "/" + tenant;
        boolean many = Set.of("common", "organizations").contains(tenant);
        return Map.of(
                "issuer", many ? url() + "/{tenantid}/v2.0" : base + "/v2.0",
                "authorization_endpoint", base + "/oauth2/v2.0/authorize",
                "token_endpoint", base + "/oauth2/v2.0/token",
                "jwks_uri", base + "/discovery/v2.0/keys");
    }

    private Answer authorize(Map<String, String> given) throws Wrong {
        check(
                given.keySet()
                        .equals(Set.of(
                                "client_id",
                                "redirect_uri",
                                "response_type",
                                "response_mode",
                                "scope",
                                "state",
                                "nonce",
                                "code_challenge",
                                "code_challenge_method")),
                400,
                "the parameters are not the right ones: " + given.keySet());
        check(clientId.equals(given.get("client_id")), 400, "client_id: is not known");
        check("code".equals(given.get("response_type")), 400, "response_type: is not code");
        check("query".equals(given.get("response_mode")), 400, "response_mode: is not query");
        check("openid profile".equals(given.get("scope")), 400, "scope: is not openid profile");
        check("S256".equals(given.get("code_challenge_method")), 400, "code_challenge_method: is not S256");
        String code = "code" + numbers.incrementAndGet();
        codes.put(code, new Code(signedIn, given.get("redirect_uri"), given.get("code_challenge"), given.get("nonce")));
        return redirect(given.get("redirect_uri"), Map.of("code", code, "state", given.get("state")));
    }

    private Answer token(Map<String, String> given) throws Wrong {
        check("authorization_code".equals(given.get("grant_type")), 400, "grant_type: is not authorization_code");
        check(clientId.equals(given.get("client_id")), 400, "client_id: is not known");
        check(clientSecret.equals(given.get("client_secret")), 401, "client_secret: is wrong");
        Code code = codes.remove(given.getOrDefault("code", ""));
        boolean right = code != null
                && code.redirect().equals(given.get("redirect_uri"))
                && code.challenge().equals(challenge(given.getOrDefault("code_verifier", "")));
        check(right, 400, "code: is not right");
        return Answer.ok(Map.of("token_type", "Bearer", "access_token", "opaque", "id_token", idToken(code)));
    }

    private Map<String, Object> publishedKeys() {
        keyRequests.incrementAndGet();
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        return Map.of(
                "keys",
                List.of(Map.of(
                        "kty",
                        "RSA",
                        "use",
                        "sig",
                        "kid",
                        keyId,
                        "n",
                        encoded(unsigned(key.getModulus().toByteArray())),
                        "e",
                        encoded(unsigned(key.getPublicExponent().toByteArray())))));
    }

    private String idToken(Code code) {
        Map<String, Object> head = new LinkedHashMap<>(Map.of("typ", "JWT", "alg", "RS256", "kid", keyId));
        long now = System.currentTimeMillis() / 1000;
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("iss", url() + "/" + code.user().tenant() + "/v2.0");
        body.put("aud", clientId);
        body.put("iat", now);
        body.put("nbf", now);
        body.put("exp", now + 3600);
        body.put("nonce", code.nonce());
        body.put("tid", code.user().tenant());
        body.put("oid", code.user().object());
        body.put("name", code.user().name());
        body.put("email", "anything@victim.example");
        String signed = encoded(header.apply(head)) + "." + encoded(claims.apply(body));
        return signed + "." + signature(signed);
    }

    private String signature(String signed) {
        try {
            byte[] bytes = signed.getBytes(StandardCharsets.US_ASCII);
            return switch (signing) {
                case NONE -> "";
                case PUBLIC_KEY_AS_SECRET -> {
                    Mac mac = Mac.getInstance("HmacSHA256");
                    mac.init(new SecretKeySpec(keys.getPublic().getEncoded(), "HmacSHA256"));
                    yield encoded(mac.doFinal(bytes));
                }
                case RIGHT, STRANGE_KEY -> {
                    Signature signature = Signature.getInstance("SHA256withRSA");
                    signature.initSign((signing == Signing.RIGHT ? keys : newKeys()).getPrivate());
                    signature.update(bytes);
                    yield encoded(signature.sign());
                }
            };
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] unsigned(byte[] number) {
        return number[0] == 0 ? Arrays.copyOfRange(number, 1, number.length) : number;
    }

    private static String encoded(Map<String, Object> json) {
        return encoded(Json.write(json).getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
