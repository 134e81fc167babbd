package ai.xray.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import ai.xray.json.Json;
import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorLengthTest {
    private final VectorLength learned = new VectorLength("the server", 0);

    @Test
    void vectorsAreMadeOfLengthOne() throws IOException {
        assertThat(learned.vector(Json.read("[3, 4.0]"))).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
    }

    @Test
    void vectorOfZerosStaysOne() throws IOException {
        assertThat(learned.vector(Json.read("[0, 0.0, 0e5]"))).containsExactly(0, 0, 0);
    }

    @Test
    void hugeComponentsDoNotOverflow() throws IOException {
        assertThat(learned.vector(Json.read("[3e38, 3e38]")))
                .containsExactly(new float[] {0.70710677f, 0.70710677f}, within(1e-6f));
    }

    @Test
    void lengthIsLearnedFromTheFirstVectorAndHeld() throws IOException {
        assertThat(learned.known()).isEmpty();
        learned.vector(Json.read("[1, 2, 3]"));
        assertThat(learned.known()).hasValue(3);

        assertThatIOException()
                .isThrownBy(() -> learned.vector(Json.read("[1, 2]")))
                .withMessage(
                        "the server gave a vector of 2 numbers after others of 3: its model is not the one it was");
    }

    @Test
    void longerVectorsAreCutToTheLengthThatIsSetAndMadeOfLengthOneAgain() throws IOException {
        VectorLength set = new VectorLength("the server", 2);

        assertThat(set.vector(Json.read("[3, 4, 100]"))).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
    }

    @Test
    void shorterVectorsThanTheLengthThatIsSetAreRefused() {
        VectorLength set = new VectorLength("the server", 3);

        assertThatIOException()
                .isThrownBy(() -> set.vector(Json.read("[1, 2]")))
                .withMessage("the server gave a vector of 2 numbers, and embedding-dims asks for 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1, null]", "[1, \"2\"]", "[1, 1e39]", "[1, [2]]", "[1, true]"})
    void anythingButFiniteNumbersIsRefused(String json) {
        assertThatIOException()
                .isThrownBy(() -> learned.vector(Json.read(json)))
                .withMessage("the server gave a vector that holds something else than finite numbers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "{}", "\"base64\""})
    void anythingButAListIsRefused(String json) {
        assertThatIOException()
                .isThrownBy(() -> learned.vector(Json.read(json)))
                .withMessageContaining("without a vector");
    }

    @Test
    void vectorsBeyondAnyModelAreRefused() {
        assertThatIOException()
                .isThrownBy(() -> learned.vector(Collections.nCopies(VectorLength.LONGEST + 1, 1L)))
                .withMessageContaining("at most 65536");
    }
}
