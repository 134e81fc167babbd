package ai.xray.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is gone with everything in it when it is closed. */
record Scratch(Path folder) implements AutoCloseable {
    /** One in the system's directory of temporary files. */
    static Scratch create() throws IOException {
        return new Scratch(Files.createTempDirectory("load-bench"));
    }

    /** One in {@code parent}, for what is to be on that disk. */
    static Scratch in(Path parent) throws IOException {
        return new Scratch(Files.createTempDirectory(parent, "load-bench"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
