package ai.xray.runtime.client;

import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Reads bearer tokens from files. */
final class Token {
    private static final int MAX_CHARS = 4096;
    private static final Pattern FORM = Pattern.compile("[!-~]{1," + MAX_CHARS + "}");

    private Token() {}

    /**
     * The token in {@code file}, white space around it left out.
     *
     * @param what how the user knows the file
     * @throws UnavailableException when it cannot be read or holds something else
     */
    static String read(String what, Path file) {
        String text;
        try (InputStream bytes = Files.newInputStream(file)) {
            text = new String(bytes.readNBytes(MAX_CHARS + 2), StandardCharsets.US_ASCII).strip();
        } catch (NoSuchFileException e) {
            throw new UnavailableException("%s: the file '%s' does not exist.".formatted(what, file), e);
        } catch (AccessDeniedException e) {
            throw new UnavailableException(
                    "%s: '%s' cannot be read (permission denied); run this as the user that the server runs as."
                            .formatted(what, file),
                    e);
        } catch (IOException e) {
            throw new UnavailableException("%s: '%s' cannot be read.".formatted(what, file), e);
        }
        if (!FORM.matcher(text).matches()) {
            throw new UnavailableException("%s: '%s' holds no token; allowed: 1 to %d visible ASCII characters."
                    .formatted(what, file, MAX_CHARS));
        }
        return text;
    }
}
