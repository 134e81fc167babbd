package ai.xray.bench.load;

import java.nio.file.Path;

/** Fills a data directory with generated cells. Arguments: the distribution, the directory, how many cells. */
final class FillDirectory {
    private FillDirectory() {}

    public static void main(String[] arguments) throws Exception {
        new Distribution(Path.of(arguments[0]))
                .fill(
                        Path.of(arguments[1]),
                        JavadocTexts.read(JavadocTexts.MANY).cells(Integer.parseInt(arguments[2])));
    }
}
