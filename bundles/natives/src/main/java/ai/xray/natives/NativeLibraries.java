package ai.xray.natives;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Unpacks native libraries from jars into a directory and loads them. Thread-safe.
 *
 * <p>A library lies under a hash of its content, so that versions never meet, several processes share a file, and a file that
 * was left half written or was changed is not loaded. Libraries are called through {@code java.lang.foreign} and belong to
 * the process, not to a class loader as JNI would have it: a bundle that is refreshed gets the library that is loaded already.
 */
public final class NativeLibraries {
    private static final int HASH_CHARS = 16;

    private final Path directory;

    /** @param directory where libraries are unpacked; made at first use; must not be writable for other users */
    public NativeLibraries(Path directory) {
        this.directory = directory;
    }

    /**
     * The symbols of a library, which stays loaded until the process ends.
     *
     * @param resource the library, built for this platform
     * @throws IOException when the library cannot be unpacked or loaded; the message says what can be done
     */
    @SuppressWarnings("restricted") // to call native code is what this class is for
    public SymbolLookup load(URL resource) throws IOException {
        Path file = unpack(resource);
        try {
            return SymbolLookup.libraryLookup(file, Arena.global());
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "%s cannot be loaded: either its directory is mounted noexec, or this system lacks libraries that it needs (the GNU C library, which Alpine Linux has not)"
                            .formatted(file),
                    e);
        }
    }

    /**
     * The path of a library's file, for who loads it in another way.
     *
     * @param resource the library, built for this platform
     * @throws IOException when the library cannot be read or unpacked
     */
    public Path unpack(URL resource) throws IOException {
        String hash;
        try (InputStream in = resource.openStream()) {
            hash = hashOf(in);
        }
        String path = resource.getPath();
        Path home = directory.resolve(hash.substring(0, HASH_CHARS));
        Path file = home.resolve(path.substring(path.lastIndexOf('/') + 1));
        try {
            if (!holds(file, hash)) {
                Files.createDirectories(home);
                write(resource, file);
            }
        } catch (IOException e) {
            throw new IOException(
                    "the native library %s cannot be unpacked into %s: %s"
                            .formatted(file.getFileName(), home, e.getMessage()),
                    e);
        }
        return file;
    }

    private static boolean holds(Path file, String hash) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return hashOf(in).equals(hash);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** By a rename, as another process may be loading or writing the same file. */
    private static void write(URL resource, Path file) throws IOException {
        Path part = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".part");
        try {
            try (InputStream in = resource.openStream();
                    OutputStream out = Files.newOutputStream(part)) {
                in.transferTo(out);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String hashOf(InputStream in) throws IOException {
        try (DigestInputStream digesting = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            digesting.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
