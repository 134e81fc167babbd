package ai.xray.health;

import java.util.Optional;

/** A part without which the server is not ready; register it as a service. */
public interface Readiness {
    /** The part's name in {@code /readyz}, for example {@code memory}. */
    String part();

    /** Why it cannot serve right now, in one sentence, or empty when it can. Asked often; must not block. */
    Optional<String> problem();
}
