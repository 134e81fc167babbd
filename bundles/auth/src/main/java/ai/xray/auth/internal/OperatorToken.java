package ai.xray.auth.internal;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/** Leaves a token in the data directory for whoever may read it, who can read all memory there anyway. */
final class OperatorToken {
    /** The file in the data directory that holds the token and a line feed. */
    static final String FILE = "operator-token";

    private static final int BYTES = 32;
    private static final System.Logger LOG = System.getLogger(OperatorToken.class.getName());

    private OperatorToken() {}

    /**
     * Writes a fresh token, whole or not at all, to a file that its owner alone may read; that of an earlier start is no longer
     * good. Empty, with a warning, when that cannot be done: the server works without one.
     */
    static Optional<String> leaveIn(Path directory) {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        try {
            write(directory, token);
            return Optional.of(token);
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "data-dir: {0} cannot be written in ''{1}'' ({2}); the command line cannot administer this server until"
                            + " it can be and the server is started again.",
                    FILE,
                    directory,
                    reason(e));
            return Optional.empty();
        }
    }

    /** The part is a new file, so that nobody has opened it, and nobody but its owner could, before the token is in it. */
    private static void write(Path directory, String token) throws IOException {
        Path part = directory.resolve(FILE + ".part");
        Files.deleteIfExists(part); // left by a server that was killed
        Files.createFile(part, ownerOnly(part));
        Files.writeString(part, token + "\n");
        Files.move(part, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Where files have other permissions than POSIX ones, those of the directory hold. */
    private static FileAttribute<?>[] ownerOnly(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static String reason(IOException e) {
        String reason = e instanceof FileSystemException failed ? failed.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }
}
