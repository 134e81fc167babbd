package ai.xray.wordpiece;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same pieces as the tokenizer that the model was published with. */
@Timeout(120)
class ReferenceTest {
    private static final int SEED = 20261130;

    private static WordPiece ours;
    private static HuggingFaceTokenizer theirs;

    @BeforeAll
    static void read() throws IOException {
        byte[] json;
        try (InputStream tokenizer = ReferenceTest.class.getResourceAsStream("/all-minilm-l6-v2-q-tokenizer.json")) {
            json = tokenizer.readAllBytes();
        }
        ours = WordPiece.read(new ByteArrayInputStream(json));
        theirs = HuggingFaceTokenizer.newInstance(
                new ByteArrayInputStream(json), Map.of("truncation", "false", "padding", "false"));
    }

    @AfterAll
    static void close() {
        theirs.close();
    }

    @Test
    void onSourcesAndDocumentationOfTheJdk() throws IOException {
        Path sources = Path.of(System.getProperty("java.home"), "lib", "src.zip");
        int files = 0;
        try (ZipFile zip = new ZipFile(sources.toFile())) {
            for (ZipEntry entry : zip.stream()
                    .filter(e -> e.getName().startsWith("java.base/java/text/")
                            || e.getName().startsWith("java.base/sun/util/resources/"))
                    .toList()) {
                if (!entry.isDirectory()) {
                    String text = new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                    assertSame(text);
                    files++;
                }
            }
        }
        assertThat(files).isGreaterThan(50);
    }

    /** But marks and punctuation that Unicode has added or moved since 2015, as their tables are of that year. */
    @Test
    void onEveryCharacterOfTheBasicPlane() {
        List<Integer> differing = new ArrayList<>();
        for (int c = 0; c < 0x10000; c++) {
            if (!Character.isSurrogate((char) c)) {
                String text = "a" + (char) c + "b " + (char) c;
                if (!Arrays.equals(ours(text), theirs(text))) {
                    differing.add(c);
                }
            }
        }
        assertThat(differing)
                .hasSizeLessThan(150)
                .allSatisfy(c -> assertThat(Character.getType(c) == Character.NON_SPACING_MARK
                                || Character.getType(c) == Character.FORMAT
                                || Alphabet.isPunctuation(c)
                                || c == 0x166D
                                || c == 0x1734)
                        .as(Integer.toHexString(c))
                        .isTrue());
    }

    @Test
    void onRandomMixturesOfScripts() {
        Random random = new Random(SEED);
        int[] blocks = {
            0x20, 0x20, 0x61, 0x61, 0x61, 0xC0, 0x100, 0x370, 0x410, 0x5D0, 0x620, 0x905, 0xE01, 0x3041, 0x4E00, 0xAC00,
            0x1F600, 0x1D400, 0x300, 0x2000
        };
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(40);
            for (int k = 0; k < length; k++) {
                text.appendCodePoint(blocks[random.nextInt(blocks.length)] + random.nextInt(32));
            }
            assertSame(text.toString());
        }
    }

    private static void assertSame(String text) {
        assertThat(ours(text)).as(text).isEqualTo(theirs(text));
    }

    private static int[] ours(String text) {
        Pieces pieces = new Pieces(Integer.MAX_VALUE);
        ours.split(text, Integer.MAX_VALUE, pieces);
        return pieces.toArray();
    }

    private static int[] theirs(String text) {
        return Arrays.stream(theirs.encode(text, false, false).getIds())
                .mapToInt(Math::toIntExact)
                .toArray();
    }
}
