package ai.xray.bench.texts;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Cells and queries made of pieces of the running JDK's Javadoc ({@code lib/src.zip}), the same in every run. */
public final class JavadocTexts {
    /** Sources enough for 100,000 different cells. */
    public static final String MANY = "java\\.(base|desktop|sql|net\\.http|logging)/.*\\.java";

    /** Sources that are read in a moment. */
    public static final String FEW = "java\\.base/java/util/[A-M]\\w*\\.java";

    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final int FEW_CELLS = 1000;
    private static final int SEED = 20261130;
    private static final int LEAST_WORDS = 12;
    private static final int LONGEST_QUERY = 8;
    private static final int SLUG_CHARS = 60;
    private static final Instant FIRST = Instant.parse("2026-11-30T08:15:30Z");
    private static final List<Kind> KINDS = List.of(Kind.NOTE, Kind.STABLE_FACT, Kind.OPERATIONAL_PATTERN);

    private final List<String[]> texts;

    private JavadocTexts(List<String[]> texts) {
        this.texts = texts;
    }

    /** Texts enough for so many different cells, and quickly read where these are few. */
    public static JavadocTexts enoughFor(int cells) throws IOException {
        return read(cells <= FEW_CELLS ? FEW : MANY);
    }

    /** @param sources a pattern of the source files whose comments are used, {@link #MANY} or {@link #FEW} */
    public static JavadocTexts read(String sources) throws IOException {
        Pattern used = Pattern.compile(sources);
        List<String[]> texts = new ArrayList<>();
        try (ZipFile zip = new ZipFile(
                Path.of(System.getProperty("java.home"), "lib", "src.zip").toFile())) {
            for (ZipEntry entry : zip.stream()
                    .filter(each -> used.matcher(each.getName()).matches())
                    .toList()) {
                String source = new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                Matcher comment = COMMENT.matcher(source);
                while (comment.find()) {
                    String[] words = comment.group(1)
                            .replaceAll("[*<>{}]|</?\\w+>", " ")
                            .strip()
                            .split("\\s+");
                    if (words.length >= LEAST_WORDS) {
                        texts.add(words);
                    }
                }
            }
        }
        return new JavadocTexts(texts);
    }

    /** Cells with titles of 3 to 8 words and texts of 10 to 99. */
    public List<MemoryCell> cells(int count) {
        Random random = new Random(SEED);
        List<MemoryCell> cells = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String title = piece(random, 3 + random.nextInt(6));
            cells.add(MemoryCell.cell(slug(title) + "-" + i, KINDS.get(i % KINDS.size()), FIRST.plusMillis(i))
                    .title(title)
                    .content(piece(random, 10 + random.nextInt(90)))
                    .build());
        }
        return cells;
    }

    private static String slug(String title) {
        String slug =
                title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return slug.substring(0, Math.min(SLUG_CHARS, slug.length()));
    }

    /** So many queries, each of 1 to 8 words that stand beside each other in one of the {@code cells}. */
    public static List<String> queries(List<MemoryCell> cells, int count) {
        Random random = new Random(SEED + 1);
        return Stream.generate(() -> cells.get(random.nextInt(cells.size())))
                .map(cell -> piece(random, cell.content().split(" "), 1 + random.nextInt(LONGEST_QUERY)))
                .limit(count)
                .toList();
    }

    /** Words as frequent as in the texts but in no order of theirs, so that what is made of them restates nothing. */
    public String shuffled(Random random, int words) {
        return Stream.generate(() -> texts.get(random.nextInt(texts.size())))
                .map(text -> text[random.nextInt(text.length)])
                .limit(words)
                .collect(Collectors.joining(" "));
    }

    private String piece(Random random, int words) {
        return piece(random, texts.get(random.nextInt(texts.size())), words);
    }

    private static String piece(Random random, String[] text, int words) {
        int length = Math.min(words, text.length);
        int from = random.nextInt(text.length - length + 1);
        return String.join(" ", Arrays.copyOfRange(text, from, from + length));
    }
}
