package ai.xray.signin.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.auth.Identity;
import ai.xray.auth.SignInAttempt;
import ai.xray.fakes.signin.FakeGitHub;
import ai.xray.memory.Refusal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitHubSignInTest {
    private static final SignInAttempt ATTEMPT = new SignInAttempt(
            URI.create("https://xray.example.com/v1/auth/callback/github"),
            "s".repeat(43),
            "n".repeat(43),
            "v".repeat(43));

    @TempDir
    private Path folder;

    private final FakeGitHub fake = new FakeGitHub("client", "client-secret");
    private final HttpClient browser = HttpClient.newHttpClient();
    private GitHubSignIn github;

    @BeforeEach
    void start() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "client-secret\n");
        github = new GitHubSignIn("client", secret.toString(), fake.url(), fake.apiUrl() + "/");
    }

    @AfterEach
    void stop() {
        github.close();
        browser.shutdownNow();
        fake.close();
    }

    /** Attack 38. */
    @Test
    void attack38PersonIsTheNumberOfTheAccountAndNeverAnUnverifiedEmail() throws Exception {
        fake.signIn(new FakeGitHub.User(4711, "Ada", List.of("Acme")));

        Identity ada = github.finish(ATTEMPT, code());

        assertThat(ada).isEqualTo(new Identity("github:4711", "Ada", Set.of("github:user:Ada", "github:org:Acme")));
        assertThat(ada.toString()).doesNotContain("victim", "invited-only");
        assertThat(fake.complaints()).isEmpty();
    }

    @Test
    void codeIsGoodOnceAndForTheVerifierItWasBegunWith() throws Exception {
        String code = code();
        github.finish(ATTEMPT, code);
        refuses(ATTEMPT, code);

        refuses(new SignInAttempt(ATTEMPT.redirect(), ATTEMPT.state(), ATTEMPT.nonce(), "w".repeat(43)), code());
        refuses(ATTEMPT, "guess");
    }

    @Test
    void wrongClientSecretIsAFailureOfTheServerNotOfThePerson() throws Exception {
        Path secret = Files.writeString(folder.resolve("wrong"), "another-secret\n");
        GitHubSignIn wrong = new GitHubSignIn("client", secret.toString(), fake.url(), fake.apiUrl());
        String code = code();

        assertThatIOException().isThrownBy(() -> wrong.finish(ATTEMPT, code)).withMessageContaining("status 401");
        wrong.close();
    }

    @Test
    void gitHubThatIsDownIsAnIoFailure() throws Exception {
        String code = code();
        fake.close();

        assertThatIOException().isThrownBy(() -> github.finish(ATTEMPT, code));
    }

    @Test
    void isNotOfferedUntilItIsSetUp() {
        assertThat(github.isSetUp()).isTrue();
        assertThat(new GitHubSignIn("", "/secret", "https://github.com", "https://api.github.com").isSetUp())
                .isFalse();
        assertThat(new GitHubSignIn("client", "", "https://github.com", "https://api.github.com").isSetUp())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "github.com", "ftp://github.com", "https://", "https://user@github.com", "https://h?q"})
    void urlThatIsNoneIsRefused(String url) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> new GitHubSignIn("client", "", url, "https://api.github.com"))
                .satisfies(refusal -> assertThat(refusal.field()).contains("github-url"));
    }

    private void refuses(SignInAttempt attempt, String code) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> github.finish(attempt, code))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.UNAUTHENTICATED));
    }

    private String code() throws Exception {
        String location = browser.send(
                        HttpRequest.newBuilder(github.begin(ATTEMPT)).build(), BodyHandlers.ofString())
                .headers()
                .firstValue("Location")
                .orElseThrow();
        assertThat(location).contains("state=" + ATTEMPT.state());
        return location.replaceFirst(".*code=([^&]*).*", "$1");
    }
}
