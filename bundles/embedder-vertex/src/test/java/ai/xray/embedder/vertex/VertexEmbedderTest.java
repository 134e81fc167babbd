package ai.xray.embedder.vertex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import ai.xray.fakes.FakeGoogleTokens;
import ai.xray.fakes.FakeVertex;
import ai.xray.fakes.Fault;
import ai.xray.json.Json;
import ai.xray.remote.Limits;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VertexEmbedderTest {
    private static final String PROJECT = "example-project";
    private static final String LOCATION = "europe-west4";
    private static final String MODEL = "gemini-embedding-001";
    private static final Limits QUICK = new Limits(Duration.ofSeconds(20), 4, Duration.ofMillis(1), 8, 1_000_000);

    private final FakeGoogleTokens google = new FakeGoogleTokens(InstantSource.system());
    private final FakeVertex fake = new FakeVertex(PROJECT, LOCATION, MODEL, google, "");

    @TempDir
    private Path home;

    private VertexEmbedder embedder;

    @BeforeEach
    void open() throws IOException {
        embedder = embedder(VertexModel.of("", 0, 8000, PROJECT, LOCATION), google.serviceAccountFile(), fake);
    }

    @AfterEach
    void close() {
        embedder.close();
        fake.close();
        google.close();
    }

    @Test
    void givesOneVectorOfLengthOnePerTextInOrder() throws IOException {
        List<float[]> vectors = embedder.embed(List.of("a red fox", "", "blue whales", "a red fox"));

        assertThat(vectors).hasSize(4).allSatisfy(vector -> assertThat(vector).hasSize(128));
        assertThat(squares(vectors.get(0))).isEqualTo(1, within(1e-5));
        assertThat(squares(vectors.get(1))).isZero();
        assertThat(vectors.get(3)).containsExactly(vectors.get(0));
        assertThat(vectors.get(2)).isNotEqualTo(vectors.get(0));
        assertThat(fake.complaints()).isEmpty();
    }

    @Test
    void manyTextsGoOneByOneSomeAtTheSameTimeWithOneToken() throws IOException {
        List<String> texts = IntStream.range(0, 50).mapToObj(i -> "text " + i).toList();

        assertThat(embedder.embed(texts)).hasSize(50);

        assertThat(fake.received()).hasSize(50);
        assertThat(fake.mostAtOnce()).isLessThanOrEqualTo(8);
        assertThat(google.made()).isEqualTo(1);
    }

    @Test
    void makingOneAndAskingWhatItIsContactsNobody() throws IOException {
        assertThat(embedder.fingerprint()).isEqualTo("vertex:gemini-embedding-001:128:8000");
        assertThat(embedder.dimensions()).isEqualTo(128);
        assertThat(google.received()).isEmpty();
        assertThat(fake.received()).isEmpty();
    }

    @Test
    void otherModelsHaveTheirOwnLength() throws IOException {
        try (FakeVertex other = new FakeVertex(PROJECT, LOCATION, "text-embedding-005", google, "");
                VertexEmbedder own = embedder(
                        VertexModel.of("text-embedding-005", 0, 8000, PROJECT, LOCATION),
                        google.serviceAccountFile(),
                        other)) {
            assertThat(own.fingerprint()).isEqualTo("vertex:text-embedding-005:native:8000");
            assertThat(own.dimensions()).isEqualTo(3072);
            assertThat(other.received().getFirst().body()).doesNotContain("outputDimensionality");
        }
    }

    @Test
    void projectThatIsBilledIsNamedWhereCredentialsNameOne() throws IOException {
        try (FakeVertex billed = new FakeVertex(PROJECT, LOCATION, MODEL, google, "quota-project");
                VertexEmbedder user =
                        embedder(VertexModel.of("", 0, 8000, PROJECT, LOCATION), google.userFile(), billed)) {
            assertThat(user.embed(List.of("a text"))).hasSize(1);
        }
    }

    @Test
    void tokenThatIsRevokedIsReplacedOnce() throws IOException {
        embedder.embed(List.of("a text"));
        google.revokeAll();

        assertThat(embedder.embed(List.of("a text"))).hasSize(1);
        assertThat(google.made()).isEqualTo(2);
    }

    @Test
    void tokensThatAreNeverGoodAreToldInWords() {
        fake.next(Fault.status(401, "UNAUTHENTICATED"), Fault.status(401, "UNAUTHENTICATED"));

        assertThatIOException()
                .isThrownBy(() -> embedder.embed(List.of("a text")))
                .withMessage("Vertex AI refused the credential (401): check the application default credentials, code"
                        + " UNAUTHENTICATED");
        assertThat(google.made()).isEqualTo(2);
    }

    @Test
    void recoversFromWhatPasses() throws IOException {
        google.next(Fault.status(503, "unavailable"));
        fake.next(Fault.status(429, "RESOURCE_EXHAUSTED", Map.of("Retry-After", "0")), Fault.hangUp());

        assertThat(embedder.embed(List.of("a text"))).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void wrongAnswersAreToldInWords(String message, Fault wrong) {
        fake.next(wrong);

        assertThatIOException()
                .isThrownBy(() -> embedder.embed(List.of("my secret diary")))
                .withMessageStartingWith("Vertex AI")
                .withMessageContaining(message)
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("diary", "ya29"));
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of(
                Arguments.of("what is not JSON", Fault.body("text/html", "<h1>my secret diary</h1>")),
                Arguments.of("without the list 'predictions'", Fault.body("application/json", "{}")),
                Arguments.of("without the list 'predictions'", Fault.body("application/json", "[]")),
                Arguments.of("gave 0 vectors for 1 texts", predictions("[]")),
                Arguments.of("gave 2 vectors for 1 texts", predictions("[{\"embeddings\": {}}, {\"embeddings\": {}}]")),
                Arguments.of("a prediction without embeddings", predictions("[{}]")),
                Arguments.of("without a vector", predictions("[{\"embeddings\": {\"values\": null}}]")),
                Arguments.of(
                        "of 2 numbers, and embedding-dims asks for 128",
                        predictions("[{\"embeddings\": {\"values\": [1, 2]}}]")),
                Arguments.of("more than the 1000000 bytes", Fault.endless()));
    }

    @ParameterizedTest
    @CsvSource({
        "'','',us-central1,gcp-project: must be set to the id of a Google Cloud project.",
        "'',a/b,us-central1,gcp-project: 'a/b' must be the id",
        "'',example-project,evil.example.com/x,gcp-location: 'evil.example.com/x' must be a location",
        "'',example-project,'',gcp-location: '' must be a location",
        "models/x,example-project,global,embedding-model: 'models/x' is no name of a Vertex AI model",
        "x y,example-project,global,embedding-model: 'x y' must be 1 to 100"
    })
    void wrongSettingsAreToldWhenItIsAskedAndNotBefore(String model, String project, String location, String why)
            throws IOException {
        try (VertexEmbedder other =
                embedder(VertexModel.of(model, 0, 8000, project, location), google.serviceAccountFile(), fake)) {
            assertThat(other.fingerprint()).startsWith("vertex:");
            assertThatIOException()
                    .isThrownBy(() -> other.embed(List.of("a text")))
                    .withMessageStartingWith("the embedder vertex is not set up: " + why);
        }
        assertThat(google.received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "europe-west4,https://europe-west4-aiplatform.googleapis.com/v1/projects/p1/locations/europe-west4/publishers/google/models/gemini-embedding-001:predict",
        "global,https://aiplatform.googleapis.com/v1/projects/p1/locations/global/publishers/google/models/gemini-embedding-001:predict"
    })
    void locationSaysWhereItAsks(String location, URI address) {
        assertThat(VertexModel.of("", 0, 8000, "p1", location).address(Optional.empty()))
                .isEqualTo(address);
    }

    private static Fault predictions(String json) {
        return Fault.body("application/json", Json.write(Map.of("predictions", Json.read(json))));
    }

    private VertexEmbedder embedder(VertexModel model, String credentials, FakeVertex server) throws IOException {
        Path file = Files.writeString(Files.createTempFile(home, "key", ".json"), credentials);
        DefaultCredentials found = new DefaultCredentials(
                Map.of("GOOGLE_APPLICATION_CREDENTIALS", file.toString()), home, InstantSource.system());
        return new VertexEmbedder(model, Optional.of(server.address()), found, QUICK);
    }

    private static double squares(float[] vector) {
        double sum = 0;
        for (float component : vector) {
            sum += (double) component * component;
        }
        return sum;
    }
}
