package ai.xray.runtime.client;

import ai.xray.runtime.server.IoFailure;
import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * A shared secret in the data directory, by which programs on this machine that may read it come in as agents do. The
 * operator's token is not for them: it administers.
 */
public final class AgentSecret {
    private static final String FILE = "agent-secret";
    private static final int BYTES = 32;

    private AgentSecret() {}

    /**
     * The file with the secret, which is made where it is missing; of several processes that make it at once, one does.
     *
     * @throws UnavailableException when it cannot be made
     */
    public static Path in(Path dataDirectory) {
        Path file = dataDirectory.resolve(FILE);
        try {
            Files.createDirectories(dataDirectory);
            Set<StandardOpenOption> modes =
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try (FileChannel channel = FileChannel.open(file, modes, ownerOnly(file));
                    FileLock _ = channel.lock()) {
                if (channel.size() == 0) {
                    channel.write(ByteBuffer.wrap((random() + "\n").getBytes(StandardCharsets.US_ASCII)));
                }
            }
            return file;
        } catch (IOException e) {
            throw new UnavailableException(
                    "--data-dir: '%s' cannot be written (%s); choose another directory or mend its permissions."
                            .formatted(file, IoFailure.reason(e)),
                    e);
        }
    }

    private static String random() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** Where files have other permissions than POSIX ones, those of the directory hold. */
    private static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
