package ai.xray.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import ai.xray.search.Embedder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Embedder} promises. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class EmbedderContract {
    private static final List<String> TEXTS = List.of(
            "The ferry leaves the harbour at nine.",
            "Snow fell on the mountain all night.",
            "public static void main(String[] args)",
            "Deploy the payment service behind the new gateway before Friday.",
            "ferry");

    private Embedder embedder;

    /** The implementation under test, with a limit of {@link #maxInputChars} chars. */
    protected abstract Embedder embedder() throws IOException;

    /** How many chars of a text count; at least 200. */
    protected abstract int maxInputChars();

    /** How far two vectors of one text may be apart, in cosine; 0 where sums do not depend on what else is computed. */
    protected abstract double tolerance();

    @BeforeEach
    void open() throws IOException {
        embedder = embedder();
    }

    // Vectors

    @Test
    void oneVectorPerTextInOrder() throws IOException {
        List<float[]> together = embedder.embed(TEXTS);

        assertThat(together).hasSameSizeAs(TEXTS);
        for (int i = 0; i < TEXTS.size(); i++) {
            assertSame(together.get(i), vector(TEXTS.get(i)));
        }
    }

    @Test
    void noTextsNoVectors() throws IOException {
        assertThat(embedder.embed(List.of())).isEmpty();
    }

    @Test
    void vectorsAreOfTheStatedDimensionsAndOfLengthOne() throws IOException {
        assertThat(embedder.dimensions()).isPositive();
        for (float[] vector : embedder.embed(TEXTS)) {
            assertThat(vector).hasSize(embedder.dimensions());
            assertThat(length(vector)).isCloseTo(1, within(1e-5));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t \u00a0"})
    void vectorOfATextThatSaysNothingIsZero(String text) throws IOException {
        List<float[]> vectors = embedder.embed(List.of("before", text, "after"));

        assertThat(vectors.get(1)).isEqualTo(new float[embedder.dimensions()]);
        assertSame(vectors.get(0), vector("before"));
        assertSame(vectors.get(2), vector("after"));
    }

    @Test
    void textsAboutTheSameAreNearerThanOthers() throws IOException {
        float[] boats = vector("When does the boat depart from the port?");
        assertThat(cosine(boats, vector(TEXTS.get(0)))).isGreaterThan(cosine(boats, vector(TEXTS.get(1))));
        assertThat(cosine(boats, vector(TEXTS.get(0)))).isGreaterThan(cosine(boats, vector(TEXTS.get(2))));
    }

    @Test
    void sameTextsGiveTheSameVectorsWhateverTheBatch() throws IOException {
        List<String> many = mixedTexts(150);
        List<float[]> together = embedder.embed(many);
        List<String> turned = new ArrayList<>(many);
        Collections.reverse(turned);
        List<float[]> reversed = embedder.embed(turned);

        for (int i = 0; i < many.size(); i++) {
            assertSame(together.get(i), reversed.get(many.size() - 1 - i));
        }
        for (int i = 0; i < many.size(); i += 29) {
            assertSame(together.get(i), vector(many.get(i)));
        }
    }

    @Test
    void vectorsBelongToTheCaller() throws IOException {
        float[] first = vector(TEXTS.get(0));
        float[] copy = first.clone();
        Arrays.fill(first, 7);
        assertSame(vector(TEXTS.get(0)), copy);
    }

    // Odd texts

    @Test
    void longTextsAreCutWithoutPartingACharacter() throws IOException {
        String full = "harbour ".repeat(maxInputChars() / 8) + "x".repeat(maxInputChars() % 8);
        assertSame(vector(full + " mountain snow"), vector(full));
        String rocket = "x".repeat(maxInputChars() - 1) + "🚀";
        assertSame(vector(rocket + " more"), vector("x".repeat(maxInputChars() - 1)));
        assertThat(vector("harbour ".repeat(200_000))).hasSize(embedder.dimensions());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ud83d",
                "\udc00 text",
                "a\u0000b",
                "🚀🚀🚀",
                "مرحبا بالعالم",
                "東京タワーの夜景",
                "\u202eright to left\u202c",
                "e\u0301e\u0301",
                "[CLS] [SEP] [MASK]",
                "\ufffd\ufffe\uffff",
                "𝕳𝖆𝖗𝖇𝖔𝖚𝖗",
                "----====----",
                "a\u0300\u0301\u0302\u0303"
            })
    void oddTextsHaveFiniteVectorsOfLengthOneOrZero(String text) throws IOException {
        float[] vector = vector(text);
        double length = length(vector);
        assertThat(length).isFinite();
        assertThat(length == 0 || Math.abs(length - 1) < 1e-5)
                .as("length %s", length)
                .isTrue();
    }

    // Threads

    @Test
    void manyMayEmbedAtOnce() throws Exception {
        List<String> texts = mixedTexts(40);
        List<float[]> alone = embedder.embed(texts);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<List<float[]>>> work = IntStream.range(0, 16)
                    .<Callable<List<float[]>>>mapToObj(caller -> () -> embedder.embed(texts.subList(caller, 40)))
                    .toList();
            List<Future<List<float[]>>> answers = threads.invokeAll(work);
            for (int caller = 0; caller < answers.size(); caller++) {
                List<float[]> vectors = answers.get(caller).get();
                for (int i = 0; i < vectors.size(); i++) {
                    assertSame(vectors.get(i), alone.get(caller + i));
                }
            }
        }
    }

    @Test
    void interruptedCallerStaysInterruptedAndHarmsNobody() throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertThat(embedder.embed(TEXTS)).hasSameSizeAs(TEXTS);
        } catch (IOException e) {
            assertThat(e.getMessage()).contains("interrupted");
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(embedder.embed(TEXTS)).hasSameSizeAs(TEXTS);
    }

    // Fingerprint and fit

    @Test
    void fingerprintIsShortPrintableAndStable() throws IOException {
        String fingerprint = embedder.fingerprint();
        assertThat(fingerprint).matches("[\\x20-\\x7E]{1,200}");
        embedder.embed(TEXTS);
        assertThat(embedder.fingerprint()).isEqualTo(fingerprint);
        assertThat(embedder().fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void fitIsKeptInBytes() throws IOException {
        Embedder fitted = embedder.fittedTo(mixedTexts(200));
        Embedder again = embedder().withFit(fitted.fit());

        assertThat(again.fingerprint()).isEqualTo(fitted.fingerprint());
        assertThat(again.fit()).isEqualTo(fitted.fit());
        assertThat(fitted.dimensions()).isEqualTo(embedder.dimensions());
        assertThat(fitted.fingerprint()).matches("[\\x20-\\x7E]{1,200}");
        List<float[]> one = fitted.embed(TEXTS);
        List<float[]> other = again.embed(TEXTS);
        for (int i = 0; i < TEXTS.size(); i++) {
            assertThat(length(one.get(i))).isCloseTo(1, within(1e-5));
            assertSame(one.get(i), other.get(i));
        }
    }

    @Test
    void whatWasLearnedOfACorpusShowsInTheFingerprintAndNowhereElse() throws IOException {
        String before = embedder.fingerprint();
        Embedder fitted = embedder.fittedTo(mixedTexts(200));

        boolean learns = fitted.fit().length > 0;
        assertThat(fitted.fingerprint().equals(before)).isEqualTo(!learns);
        assertThat(embedder.fingerprint()).isEqualTo(before);
        assertThat(embedder.fit()).isEmpty();
        assertThat(fitted.withFit(new byte[0]).fingerprint()).isEqualTo(before);
        Embedder elsewhere = embedder.fittedTo(TEXTS);
        assertThat(elsewhere.fingerprint().equals(fitted.fingerprint())).isEqualTo(!learns);
    }

    @Test
    void nothingIsLearnedOfNoTexts() throws IOException {
        Embedder fitted = embedder.fittedTo(List.of());
        assertThat(fitted.fit()).isEmpty();
        assertThat(fitted.fingerprint()).isEqualTo(embedder.fingerprint());
        assertSame(fitted.embed(TEXTS).get(0), vector(TEXTS.get(0)));
    }

    @Test
    void foreignFitIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> embedder.withFit(new byte[] {99, 1, 2, 3}));
        byte[] fit = embedder.fittedTo(TEXTS).fit();
        if (fit.length > 0) {
            assertThatIllegalArgumentException().isThrownBy(() -> embedder.withFit(Arrays.copyOf(fit, fit.length - 1)));
        }
    }

    /** Sentences of 1 to 60 words, some of them often, from a fixed seed. */
    private static List<String> mixedTexts(int count) {
        List<String> words = Arrays.stream(String.join(" ", TEXTS).split(" ")).toList();
        Random random = new Random(20261130);
        return IntStream.range(0, count)
                .mapToObj(i -> String.join(
                        " ",
                        random.ints(1 + random.nextInt(60), 0, words.size())
                                .mapToObj(words::get)
                                .toList()))
                .toList();
    }

    private float[] vector(String text) throws IOException {
        return embedder.embed(List.of(text)).getFirst();
    }

    private void assertSame(float[] one, float[] other) {
        if (tolerance() == 0) {
            assertThat(one).isEqualTo(other);
        } else if (length(one) == 0 || length(other) == 0) {
            assertThat(one).isEqualTo(other);
        } else {
            assertThat(cosine(one, other)).isCloseTo(1, within(tolerance()));
        }
    }

    private static double length(float[] vector) {
        return Math.sqrt(cosine(vector, vector));
    }

    /** Of vectors of length 1. */
    private static double cosine(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }
}
