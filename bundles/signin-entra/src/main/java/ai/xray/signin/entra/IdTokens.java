package ai.xray.signin.entra;

import ai.xray.auth.Identity;
import ai.xray.memory.Refusal;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Says who an ID token is about, if it is worth anything (OpenID Connect Core, section 3.1.3.7). The algorithm is fixed, and the
 * key comes from the tenant's own list by its name: nothing in the token's header chooses either.
 */
final class IdTokens {
    private static final Duration SKEW = Duration.ofMinutes(2);
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{1,64}");
    private static final int LONGEST_NAME = 200;

    private final Directory directory;
    private final String clientId;
    private final InstantSource clock;

    IdTokens(Directory directory, String clientId, InstantSource clock) {
        this.directory = directory;
        this.clientId = clientId;
        this.clock = clock;
    }

    /** @throws Refusal {@code UNAUTHENTICATED}, without saying to whom the token would have belonged */
    Identity identity(String idToken, String nonce) throws IOException {
        try {
            SignedJWT token = SignedJWT.parse(idToken); // refuses a token that is not signed
            requireSignature(token);
            JWTClaimsSet claims = token.getJWTClaimsSet();
            String tenant = id(claims, "tid");
            require(directory.endpoints().issuer().replace("{tenantid}", tenant).equals(claims.getIssuer()), "iss");
            require(claims.getIssuer().contains("/" + tenant + "/"), "tid");
            require(claims.getAudience().equals(List.of(clientId)), "aud");
            require(nonce.equals(claims.getStringClaim("nonce")), "nonce");
            requireTime(claims);
            return person(claims, tenant);
        } catch (ParseException | JOSEException e) {
            throw refused("form", e);
        }
    }

    private void requireSignature(SignedJWT token) throws IOException, JOSEException {
        JWSHeader header = token.getHeader();
        require(JWSAlgorithm.RS256.equals(header.getAlgorithm()), "alg");
        require(header.getKeyID() != null, "kid");
        RSAKey key = directory.key(header.getKeyID()).orElseThrow(() -> refused("kid", null));
        require(token.verify(new RSASSAVerifier(key)), "signature");
    }

    private void requireTime(JWTClaimsSet claims) {
        Instant now = clock.instant();
        Date end = claims.getExpirationTime();
        Date begin = claims.getNotBeforeTime();
        require(end != null && now.isBefore(end.toInstant().plus(SKEW)), "exp");
        require(begin == null || !now.isBefore(begin.toInstant().minus(SKEW)), "nbf");
    }

    private static Identity person(JWTClaimsSet claims, String tenant) throws ParseException {
        String object = id(claims, "oid");
        String name = Optional.ofNullable(claims.getStringClaim("name"))
                .filter(given -> !given.isBlank())
                .orElse(object);
        return new Identity(
                "entra:" + tenant + ":" + object,
                name.substring(0, Math.min(name.length(), LONGEST_NAME)),
                Set.of("entra:tenant:" + tenant));
    }

    private static String id(JWTClaimsSet claims, String name) throws ParseException {
        String id = claims.getStringClaim(name);
        require(id != null && ID.matcher(id).matches(), name);
        return id;
    }

    private static void require(boolean right, String part) {
        if (!right) {
            throw refused(part, null);
        }
    }

    private static Refusal refused(String part, Exception cause) {
        Refusal refusal = Refusal.of(
                Refusal.Code.UNAUTHENTICATED,
                "What Microsoft Entra sent is not right (%s); sign in again.".formatted(part));
        if (cause != null) {
            refusal.initCause(cause);
        }
        return refusal;
    }
}
