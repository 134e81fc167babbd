package ai.xray.search.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorFileTest {
    private static final TextHash A = TextHash.of("a");
    private static final TextHash B = TextHash.of("b");

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("model.vectors");
    }

    @Test
    void vectorsOutliveTheProcess() throws IOException {
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            file.put(Map.of(A, new float[] {1, 2}, B, new float[] {3, -0f}));
        }
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            assertThat(file.get(A).orElseThrow()).containsExactly(1, 2);
            assertThat(file.get(B).orElseThrow()).containsExactly(3, -0f);
            assertThat(file.get(TextHash.of("c"))).isEmpty();
        }
        assertThat(VectorFile.dimensionsOf(path)).isEqualTo(2);
    }

    @Test
    void aFileThatAnotherVersionOfThisBundleWritesIsLeftAlone() throws IOException {
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            assertThatIOException()
                    .isThrownBy(() -> VectorFile.open(path, "model", 2))
                    .withMessage(path + " is in use");
            file.put(Map.of(A, new float[] {1, 2}));
        }
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            assertThat(file.get(A)).isPresent();
        }
    }

    @Test
    void aRecordThatWasCutOffIsForgottenWhereverItWasCut() throws IOException {
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            file.put(Map.of(A, new float[] {1, 2}));
            file.put(Map.of(B, new float[] {3, 4}));
        }
        byte[] whole = Files.readAllBytes(path);
        int record = (whole.length - VectorFile.HEADER_BYTES) / 2;
        for (int cut = VectorFile.HEADER_BYTES + record; cut < whole.length; cut++) {
            Files.write(path, java.util.Arrays.copyOf(whole, cut));
            try (VectorFile file = VectorFile.open(path, "model", 2)) {
                assertThat(file.get(A)).as("cut at " + cut).isPresent();
                assertThat(file.get(B)).isEmpty();
                file.put(Map.of(B, new float[] {5, 6}));
                assertThat(file.get(B).orElseThrow()).containsExactly(5, 6);
            }
        }
    }

    @Test
    void aDamagedRecordIsNotTakenForAVector() throws IOException {
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            file.put(Map.of(A, new float[] {1, 2}));
        }
        byte[] bytes = Files.readAllBytes(path);
        bytes[VectorFile.HEADER_BYTES + TextHash.BYTES + 1] ^= 1;
        Files.write(path, bytes, StandardOpenOption.TRUNCATE_EXISTING);
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            assertThat(file.size()).isZero();
        }
    }

    @Test
    void aFileOfAnotherModelIsBegunAnew() throws IOException {
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            file.put(Map.of(A, new float[] {1, 2}));
        }
        try (VectorFile file = VectorFile.open(path, "model", 3)) {
            assertThat(file.size()).isZero();
        }
        Files.writeString(path, "no file of ours");
        assertThat(VectorFile.dimensionsOf(path)).isZero();
        try (VectorFile file = VectorFile.open(path, "other", 2)) {
            assertThat(file.size()).isZero();
        }
    }

    @Test
    void whatNobodyAskedForIsTrimmedOnceItIsMostOfTheFile() throws IOException {
        Map<TextHash, float[]> many = new LinkedHashMap<>();
        for (int i = 0; i < 2_000; i++) {
            many.put(TextHash.of("text " + i), new float[] {i, i});
        }
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            file.put(many);
            file.trim();
            assertThat(file.size()).as("all were just made").isEqualTo(2_000);
        }
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            file.get(TextHash.of("text 7"));
            file.trim();
            assertThat(file.size()).isEqualTo(1);
            assertThat(file.get(TextHash.of("text 7")).orElseThrow()).containsExactly(7, 7);
        }
        try (VectorFile file = VectorFile.open(path, "model", 2)) {
            assertThat(file.size()).isEqualTo(1);
        }
    }
}
