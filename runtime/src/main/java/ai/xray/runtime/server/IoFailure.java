package ai.xray.runtime.server;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in words why a file cannot be read or written. */
public final class IoFailure {
    private IoFailure() {}

    /** A few words, for example {@code permission denied}. */
    public static String reason(IOException cause) {
        return switch (cause) {
            case AccessDeniedException denied -> "permission denied";
            case NoSuchFileException missing -> "no such file or directory";
            case FileSystemException failed when failed.getReason() != null -> failed.getReason();
            default -> String.valueOf(cause.getMessage());
        };
    }

    /** A sentence of what failed, with the file where it is known. */
    public static String sentence(IOException cause) {
        return cause instanceof FileSystemException failed && failed.getFile() != null
                ? "'%s' cannot be used (%s).".formatted(failed.getFile(), reason(cause))
                : "reading or writing failed (%s).".formatted(reason(cause));
    }
}
