package ai.xray.remote;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The key that an operator has for a server: in a file, or as the value of a setting, which environments pass. The file is
 * read whenever the key is needed, so that a key that is replaced there is used from the next request on. Thread-safe.
 */
public final class ApiKey {
    /** The longest key, in characters. */
    static final int LONGEST = 4096;

    private static final System.Logger LOG = System.getLogger(ApiKey.class.getName());

    private final String setting;
    private final String value;
    private final String file;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * A key that is not read yet.
     *
     * @param setting what the setting of the value is called; that of the file has {@code -file} behind it
     * @param value blank for none
     * @param file blank for none
     */
    public ApiKey(String setting, String value, String file) {
        this.setting = setting;
        this.value = value.strip();
        this.file = file.strip();
    }

    /** Whether there is a key. */
    public boolean isSet() {
        return !value.isEmpty() || !file.isEmpty();
    }

    /**
     * The key, without the white space around it; empty when none is set.
     *
     * @throws Refusal when both settings are set, the file cannot be read, or there is no key of 1–4096 visible ASCII
     *     characters; it never quotes the key
     */
    public Optional<String> read() {
        if (!isSet()) {
            return Optional.empty();
        }
        if (file.isEmpty()) {
            problem(value).ifPresent(why -> {
                throw Refusal.invalid(setting, "%s: the key %s.".formatted(setting, why));
            });
            return Optional.of(value);
        }
        if (!value.isEmpty()) {
            throw Refusal.invalid(setting, "%1$s: must not be set together with %1$s-file.".formatted(setting));
        }
        Path path = path();
        if (!Files.exists(path)) {
            throw refused("does not exist");
        }
        if (Files.isDirectory(path)) {
            throw refused("is a directory, not a file");
        }
        String key = text(path).strip();
        problem(key).ifPresent(why -> {
            throw refused(why);
        });
        warnIfOthersMayRead(path);
        return Optional.of(key);
    }

    private static Optional<String> problem(String key) {
        if (key.isEmpty()) {
            return Optional.of("is empty");
        }
        if (key.length() > LONGEST) {
            return Optional.of("holds more than %d characters".formatted(LONGEST));
        }
        return key.chars().allMatch(c -> c > ' ' && c < 0x7F)
                ? Optional.empty()
                : Optional.of(
                        "holds something else than one line of visible ASCII characters, which no header carries");
    }

    private Path path() {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw refused("is not a path");
        }
    }

    /** Reads a little more than allowed, not a whole device or a huge file. */
    private String text(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return new String(in.readNBytes(2 * LONGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw refused("cannot be read by the user the server runs as");
        }
    }

    private void warnIfOthersMayRead(Path path) {
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
            if (view != null
                    && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ)
                    && warned.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        "{0}-file: every user of this machine can read ''{1}''; chmod 600 keeps the key secret.",
                        setting,
                        path);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The permissions of the key's file cannot be read.", e);
        }
    }

    private Refusal refused(String why) {
        String fileSetting = setting + "-file";
        return Refusal.invalid(fileSetting, "%s: '%s' %s.".formatted(fileSetting, Spelling.excerpt(file), why));
    }
}
