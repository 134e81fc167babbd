package ai.xray.runtime.server;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Another process holds the data directory. */
public final class InUseException extends UnavailableException {
    private static final long serialVersionUID = 1L;
    private static final Pattern ANNOUNCED = Pattern.compile("process \\d+, (http://\\S+)");

    private final String holder;

    InUseException(Path path, String holder) {
        super("--data-dir: '%s' is used by another server (%s); stop it, or choose another directory."
                .formatted(path, holder.isEmpty() ? "starting" : holder));
        this.holder = holder;
    }

    /** Where the holder answers; empty for one that is not a server, or not ready yet. */
    public Optional<URI> url() {
        Matcher matcher = ANNOUNCED.matcher(holder);
        return matcher.matches() ? Optional.of(URI.create(matcher.group(1))) : Optional.empty();
    }

    /** Who it is, as it says itself; empty while it has not said. */
    public String holder() {
        return holder;
    }
}
