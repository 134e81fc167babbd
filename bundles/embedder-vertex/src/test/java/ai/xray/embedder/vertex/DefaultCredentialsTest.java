package ai.xray.embedder.vertex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.fakes.FakeGoogleTokens;
import ai.xray.fakes.Fault;
import ai.xray.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DefaultCredentialsTest {
    private final FakeGoogleTokens google = new FakeGoogleTokens(InstantSource.system());
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path home;

    @AfterEach
    void close() {
        google.close();
    }

    @Test
    void serviceAccountSignsWhoItIs() throws IOException {
        name(google.serviceAccountFile());

        AccessToken token = ask();

        assertThat(token.value()).isEqualTo("ya29.fake-1");
        assertThat(token.lifetime()).isEqualTo(Duration.ofSeconds(3599));
        assertThat(token.quotaProject()).isEmpty();
        assertThat(google.complaints()).isEmpty();
    }

    @Test
    void signedInUserExchangesTheRefreshToken() throws IOException {
        leave(home.resolve(".config/gcloud"), google.userFile());

        assertThat(ask().quotaProject()).contains("quota-project");
        assertThat(google.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"CLOUDSDK_CONFIG,moved,moved", "APPDATA,roaming,roaming/gcloud"})
    void toolsFileIsFoundWhereTheToolKeepsIt(String variable, String folder, String place) throws IOException {
        environment.put(variable, home.resolve(folder).toString());
        leave(home.resolve(place), google.userFile());

        assertThat(ask().value()).isEqualTo("ya29.fake-1");
    }

    @Test
    void fileThatIsNamedGoesBeforeTheToolsFile() throws IOException {
        leave(home.resolve(".config/gcloud"), "not JSON");
        name(google.serviceAccountFile());

        assertThat(ask().value()).isEqualTo("ya29.fake-1");
    }

    @Test
    void metadataServerIsAskedWhereThereIsNoFile() throws IOException {
        environment.put("GCE_METADATA_HOST", google.address().getAuthority());

        assertThat(ask().value()).isEqualTo("ya29.fake-1");
        assertThat(google.complaints()).isEmpty();
    }

    @Test
    void withoutAnythingItSaysWhatCanBeDone() {
        environment.put("GCE_METADATA_HOST", google.address().getAuthority());
        google.close();

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessageStartingWith("no Google credentials were found: set GOOGLE_APPLICATION_CREDENTIALS")
                .withMessageContaining("gcloud auth application-default login")
                .withMessageContaining("Google's metadata server could not be reached");
    }

    @Test
    void wrongMetadataHostIsRefused() {
        environment.put("GCE_METADATA_HOST", "host/path?");

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("GCE_METADATA_HOST: 'host/path?' must be a host or host:port.");
    }

    @Test
    void missingFileIsToldAndNothingElseIsTried() {
        environment.put("GOOGLE_APPLICATION_CREDENTIALS", home.resolve("absent").toString());
        environment.put("GCE_METADATA_HOST", google.address().getAuthority());

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("GOOGLE_APPLICATION_CREDENTIALS: the file does not exist");
        assertThat(google.received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "not JSON|is not a JSON object with credentials",
                "[]|is not a JSON object with credentials",
                "{}|its type '' is not supported; allowed: service_account, authorized_user",
                "{\"type\": \"external_account\"}|its type 'external_account' is not supported",
                "{\"type\": \"service_account\"}|holds no private_key_id",
                "{\"type\": \"authorized_user\", \"client_id\": \"secret\"}|holds no client_secret"
            })
    void unusableFilesAreToldWithoutQuotingThem(String content, String why) throws IOException {
        name(content);

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessageStartingWith("GOOGLE_APPLICATION_CREDENTIALS: " + why)
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("\"secret\""));
    }

    @ParameterizedTest
    @CsvSource({"http://tokens.example.com", "ftp://localhost", "http://169.254.169.254/token"})
    void secretsAreSentNowhereButByHttps(String tokenUri) throws IOException {
        Map<String, Object> file = new LinkedHashMap<>(Json.readObject(google.userFile()));
        file.put("token_uri", tokenUri);
        name(Json.write(file));

        assertThatIOException().isThrownBy(this::ask).withMessageContaining("token_uri");
        assertThat(google.received()).isEmpty();
    }

    @Test
    void keyThatIsNoneIsToldInWords() throws IOException {
        Map<String, Object> file = new LinkedHashMap<>(Json.readObject(google.serviceAccountFile()));
        file.put("private_key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        name(Json.write(file));

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("GOOGLE_APPLICATION_CREDENTIALS: its private_key is not an RSA key in PKCS #8");
    }

    @Test
    void refusedCredentialsAreToldInWords() throws IOException {
        Map<String, Object> file = new LinkedHashMap<>(Json.readObject(google.userFile()));
        file.put("refresh_token", "revoked");
        name(Json.write(file));

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("Google's token server refused the request (400), code invalid_grant");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}",
                "[]",
                "{\"access_token\": \"a\\nb\", \"expires_in\": 3599}",
                "{\"access_token\": \"a\", \"expires_in\": -1}",
                "{\"access_token\": \"a\", \"expires_in\": \"soon\"}",
                "{\"access_token\": \"\", \"expires_in\": 3599}"
            })
    void answerWithoutATokenIsToldInWords(String answer) throws IOException {
        name(google.userFile());
        google.next(Fault.body("application/json", answer));

        assertThatIOException()
                .isThrownBy(this::ask)
                .withMessage("Google's token server answered without an access token and its lifetime");
    }

    private AccessToken ask() throws IOException {
        try (DefaultCredentials credentials = new DefaultCredentials(environment, home, InstantSource.system())) {
            return credentials.ask();
        }
    }

    private void name(String content) throws IOException {
        environment.put(
                "GOOGLE_APPLICATION_CREDENTIALS",
                Files.writeString(home.resolve("key.json"), content).toString());
    }

    private static void leave(Path folder, String content) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("application_default_credentials.json"), content);
    }
}
