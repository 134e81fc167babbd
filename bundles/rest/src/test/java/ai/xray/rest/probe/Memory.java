package ai.xray.rest.probe;

import ai.xray.health.Readiness;
import java.util.Optional;

/** A memory that is always ready. */
public final class Memory implements Readiness {
    @Override
    public String part() {
        return "memory";
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }
}
