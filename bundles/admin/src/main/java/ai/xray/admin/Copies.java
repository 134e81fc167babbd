package ai.xray.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders for copies of the store while they are sent, readable for the server's user only. */
final class Copies {
    private static final String PREFIX = "backup-";
    private static final System.Logger LOG = System.getLogger(Copies.class.getName());

    private final Path cache;

    Copies(Path cache) {
        this.cache = cache;
    }

    /** A new folder. */
    Path begin() throws IOException {
        Files.createDirectories(cache);
        return Files.createTempDirectory(cache, PREFIX);
    }

    /** Deletes a folder with what is in it; what cannot be deleted is for the next start to delete. */
    void delete(Path folder) {
        try (Stream<Path> content = Files.walk(folder)) {
            List<Path> innermostFirst =
                    content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : innermostFirst) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.log(Level.WARNING, "The copy of the store in '" + folder + "' cannot be deleted.", e);
        }
    }

    /** Deletes what a server that was killed left. */
    void deleteLeftovers() {
        if (!Files.isDirectory(cache)) {
            return;
        }
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(cache, PREFIX + "*")) {
            leftovers.forEach(this::delete);
        } catch (IOException | DirectoryIteratorException e) {
            LOG.log(Level.WARNING, "Copies that an earlier server left in '" + cache + "' cannot be found.", e);
        }
    }
}
