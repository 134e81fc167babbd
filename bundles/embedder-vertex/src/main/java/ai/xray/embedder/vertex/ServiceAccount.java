package ai.xray.embedder.vertex;

import ai.xray.json.Json;
import ai.xray.remote.RemoteCall;
import ai.xray.remote.RemoteServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The key of a service account: signs an assertion of who it is (RFC 7523, by RS256 of RFC 7518) and exchanges it for a token.
 */
final class ServiceAccount implements Credentials {
    static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";
    private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    private static final long LIFETIME_SECONDS = 3600;

    private final CredentialsFile file;
    private final RemoteServer tokenServer;
    private final InstantSource clock;

    ServiceAccount(CredentialsFile file, RemoteServer tokenServer, InstantSource clock) {
        this.file = file;
        this.tokenServer = tokenServer;
        this.clock = clock;
    }

    @Override
    public AccessToken ask() throws IOException {
        RemoteCall call = RemoteCall.form(
                file.tokenAddress(),
                Map.of(
                        "grant_type",
                        GRANT,
                        "assertion",
                        assertion(clock.instant().getEpochSecond())));
        return AccessToken.of(tokenServer.ask(call), file.quotaProject());
    }

    private String assertion(long now) throws IOException {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("alg", "RS256");
        header.put("typ", "JWT");
        header.put("kid", file.text("private_key_id"));
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", file.text("client_email"));
        claims.put("scope", SCOPE);
        claims.put("aud", file.tokenAddress().toString());
        claims.put("iat", now);
        claims.put("exp", now + LIFETIME_SECONDS);
        String signed = encoded(Json.write(header).getBytes(StandardCharsets.UTF_8))
                + "."
                + encoded(Json.write(claims).getBytes(StandardCharsets.UTF_8));
        return signed + "." + encoded(signature(signed));
    }

    private byte[] signature(String signed) throws IOException {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(privateKey());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file.name() + ": its private_key is not an RSA key in PKCS #8", e);
        }
    }

    private PrivateKey privateKey() throws IOException, GeneralSecurityException {
        String pem = file.text("private_key").replaceAll("-----(BEGIN|END) PRIVATE KEY-----", "");
        byte[] der = Base64.getMimeDecoder().decode(pem);
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
