package ai.xray.bench.load;

import ai.xray.bench.texts.JavadocTexts;
import java.nio.file.Path;

/** Fills a data directory with generated cells. Arguments: the distribution, the directory, how many cells. */
final class FillDirectory {
    private FillDirectory() {}

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[2]);
        new Distribution(Path.of(arguments[0]))
                .fill(Path.of(arguments[1]), JavadocTexts.enoughFor(count).cells(count));
    }
}
