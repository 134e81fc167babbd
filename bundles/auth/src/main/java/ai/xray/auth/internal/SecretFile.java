package ai.xray.auth.internal;

import ai.xray.memory.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;

/** Reads the shared secret from the file an operator keeps it in. */
final class SecretFile {
    /** The shortest secret, in characters: about 100 bits when they are random letters and digits. */
    static final int SHORTEST = 16;

    /** The longest secret, in characters: what fits into a request header with room to spare. */
    static final int LONGEST = 1024;

    private static final System.Logger LOG = System.getLogger(SecretFile.class.getName());

    private final String setting;

    /** Reads files named by {@code setting}, which is what refusals speak of. */
    SecretFile(String setting) {
        this.setting = setting;
    }

    /**
     * The secret in {@code file}, without the white space around it.
     *
     * @throws Refusal when the file cannot be read or holds no secret of {@value #SHORTEST}–{@value #LONGEST} visible ASCII
     *     characters; it never quotes what the file holds
     */
    String read(String file) {
        Path path = path(file);
        if (!Files.exists(path)) {
            throw refused(file, "does not exist");
        }
        if (Files.isDirectory(path)) {
            throw refused(file, "is a directory, not a file");
        }
        String secret = text(file, path).strip();
        if (secret.isEmpty()) {
            throw refused(file, "is empty");
        }
        if (secret.length() < SHORTEST) {
            throw refused(file, "holds %d characters; a secret has at least %d".formatted(secret.length(), SHORTEST));
        }
        if (secret.length() > LONGEST) {
            throw refused(file, "holds more than %d characters".formatted(LONGEST));
        }
        if (!secret.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw refused(
                    file, "holds something else than one line of visible ASCII characters, which no header carries");
        }
        warnIfOthersMayRead(path);
        return secret;
    }

    private Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw refused(file.replace('\0', ' '), "is not a path");
        }
    }

    /** Reads one character more than allowed and the white space around, not a whole device or a huge file. */
    private String text(String file, Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return new String(in.readNBytes(4 * LONGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw refused(file, "cannot be read by the user the server runs as");
        }
    }

    private void warnIfOthersMayRead(Path path) {
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
            if (view != null && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ)) {
                LOG.log(
                        Level.WARNING,
                        "{0}: every user of this machine can read ''{1}''; chmod 600 keeps the secret secret.",
                        setting,
                        path);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The permissions of the secret's file cannot be read.", e);
        }
    }

    private Refusal refused(String file, String why) {
        return Refusal.invalid(setting, "%s: '%s' %s.".formatted(setting, file, why));
    }
}
