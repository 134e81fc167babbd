package ai.xray.runtime.settings;

import ai.xray.memory.Spelling;
import java.util.Collection;

/** What the operator gave cannot be used; the message says what and what is allowed, in one sentence. Exit code 2. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }

    /** {@code what} was given a name that does not exist: says the closest one that does, or all of a short list. */
    public static UsageException unknown(String what, String given, Collection<String> names) {
        String shown = Spelling.excerpt(given);
        return new UsageException(Spelling.closest(given, names)
                .map(closest -> "%s: '%s' is not known; did you mean '%s'?".formatted(what, shown, closest))
                .orElseGet(
                        () -> "%s: '%s' is not known; allowed: %s.".formatted(what, shown, String.join(", ", names))));
    }
}
