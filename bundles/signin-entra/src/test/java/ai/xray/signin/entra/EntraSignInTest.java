package ai.xray.signin.entra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.auth.Identity;
import ai.xray.auth.SignInAttempt;
import ai.xray.fakes.signin.FakeEntra;
import ai.xray.fakes.signin.FakeEntra.Signing;
import ai.xray.memory.Refusal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntraSignInTest {
    private static final String TENANT = "11111111-2222-3333-4444-555555555555";
    private static final String OTHER_TENANT = "99999999-2222-3333-4444-555555555555";
    private static final FakeEntra.User ADA = new FakeEntra.User(TENANT, "ada-object", "Ada");
    private static final UnaryOperator<Map<String, Object>> AS_IT_IS = UnaryOperator.identity();
    private static final SignInAttempt ATTEMPT = new SignInAttempt(
            URI.create("https://xray.example.com/v1/auth/callback/entra"),
            "s".repeat(43),
            "n".repeat(43),
            "v".repeat(43));

    @TempDir
    private Path folder;

    private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);
    private final FakeEntra fake = new FakeEntra("client", "client-secret", ADA);
    private final HttpClient browser = HttpClient.newHttpClient();
    private EntraSignIn entra;

    @BeforeEach
    void start() throws Exception {
        entra = signIn(TENANT);
    }

    @AfterEach
    void stop() {
        entra.close();
        browser.shutdownNow();
        fake.close();
    }

    @Test
    void personIsTheObjectInItsTenantAndNeverAnEmail() throws Exception {
        Identity ada = entra.finish(ATTEMPT, code());

        assertThat(ada)
                .isEqualTo(new Identity("entra:" + TENANT + ":ada-object", "Ada", Set.of("entra:tenant:" + TENANT)));
        assertThat(fake.complaints()).isEmpty();
    }

    @Test
    void codeIsGoodOnceAndForTheVerifierItWasBegunWith() throws Exception {
        String code = code();
        entra.finish(ATTEMPT, code);
        refuses(code);

        SignInAttempt other = new SignInAttempt(ATTEMPT.redirect(), ATTEMPT.state(), ATTEMPT.nonce(), "w".repeat(43));
        String second = code();
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> entra.finish(other, second));
    }

    /** Attack 37. */
    @Test
    void attack37TokenOfAnotherTenantOrIssuerIsRefused() throws Exception {
        fake.signIn(new FakeEntra.User(OTHER_TENANT, "eve", "Eve"));
        refuses(code());

        fake.signIn(ADA);
        claim("tid", OTHER_TENANT);
        refuses(code());
        claim("iss", "https://evil.example/" + TENANT + "/v2.0");
        refuses(code());
    }

    /** Attack 37. */
    @Test
    void attack37WhereManyTenantsMaySignInTenantAndIssuerMustAgree() throws Exception {
        entra.close();
        entra = signIn("organizations");
        fake.signIn(new FakeEntra.User(OTHER_TENANT, "eve", "Eve"));
        assertThat(entra.finish(ATTEMPT, code()).account()).isEqualTo("entra:" + OTHER_TENANT + ":eve");

        claim("tid", TENANT);
        refuses(code());
        claim("tid", "{tenantid}");
        refuses(code());
        claim("tid", null);
        refuses(code());
    }

    /** Attack 29. */
    @ParameterizedTest
    @CsvSource({
        "none,NONE",
        "None,NONE",
        "HS256,PUBLIC_KEY_AS_SECRET",
        "RS256,STRANGE_KEY",
        "RS256,NONE",
        "PS256,RIGHT",
        "RS512,RIGHT"
    })
    void attack29AlgorithmsThatTheTokenChoosesAreRefused(String algorithm, Signing signing) throws Exception {
        fake.tamper(with("alg", algorithm), AS_IT_IS, signing);

        refuses(code());
    }

    /** Attack 29. */
    @ParameterizedTest
    @ValueSource(strings = {"", "key-0", "../../../dev/null", "' OR 1=1 --", "http://169.254.169.254/"})
    void attack29KeysThatTheTokenNamesAreLookedUpInTheTenantsListAlone(String id) throws Exception {
        fake.tamper(with("kid", id), AS_IT_IS, Signing.STRANGE_KEY);
        refuses(code());

        fake.tamper(
                header -> with("jku", "http://evil.example/keys")
                        .apply(with("kid", id).apply(header)),
                AS_IT_IS,
                Signing.STRANGE_KEY);
        refuses(code());
    }

    @ParameterizedTest
    @CsvSource({"aud,another", "nonce,another", "oid,", "oid,a:b", "nonce,", "exp,1000", "nbf,99999999999", "exp,"})
    void claimThatIsNotRightIsRefused(String name, String value) throws Exception {
        claim(name, value != null && value.matches("\\d+") ? Long.valueOf(value) : value);

        refuses(code());
    }

    @Test
    void newKeyIsFoundWithoutBeingLookedForAgainAndAgain() throws Exception {
        entra.finish(ATTEMPT, code());
        assertThat(fake.keyRequests()).isEqualTo(1);

        fake.rotateKeys();
        refuses(code());
        refuses(code());
        assertThat(fake.keyRequests()).isEqualTo(1);

        passed.set(Duration.ofMinutes(1));
        entra.finish(ATTEMPT, code());
        assertThat(fake.keyRequests()).isEqualTo(2);
    }

    @Test
    void isNotOfferedUntilItIsSetUp() throws Exception {
        assertThat(entra.isSetUp()).isTrue();
        EntraSignIn bare = signIn("");
        assertThat(bare.isSetUp()).isFalse();
        bare.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "a/b", "a b", "-"})
    void tenantThatIsNoneIsRefused(String tenant) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> signIn(tenant))
                .satisfies(refusal -> assertThat(refusal.field()).contains("entra-tenant"));
    }

    private EntraSignIn signIn(String tenant) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "client-secret\n");
        return new EntraSignIn(
                tenant,
                "client",
                secret.toString(),
                fake.url(),
                () -> Instant.now().plus(passed.get()));
    }

    private void claim(String name, Object value) {
        fake.tamper(AS_IT_IS, with(name, value), Signing.RIGHT);
    }

    /** Another value of one field; none for {@code null}. */
    private static UnaryOperator<Map<String, Object>> with(String name, Object value) {
        return fields -> {
            Map<String, Object> changed = new LinkedHashMap<>(fields);
            changed.remove(name);
            if (value != null) {
                changed.put(name, value);
            }
            return changed;
        };
    }

    private void refuses(String code) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> entra.finish(ATTEMPT, code))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.UNAUTHENTICATED));
    }

    private String code() throws Exception {
        String location = browser.send(
                        HttpRequest.newBuilder(entra.begin(ATTEMPT)).build(), BodyHandlers.ofString())
                .headers()
                .firstValue("Location")
                .orElseThrow();
        return location.replaceFirst(".*code=([^&]*).*", "$1");
    }
}
