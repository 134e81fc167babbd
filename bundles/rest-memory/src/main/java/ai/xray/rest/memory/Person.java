package ai.xray.rest.memory;

import ai.xray.auth.Caller;
import java.util.Optional;

/** The person behind a caller. */
final class Person {
    private Person() {}

    /**
     * The subject of the private cells of the person who signed in; without sign-in whoever uses the machine is one person.
     * Empty for programs, who are nobody.
     */
    static Optional<String> subject(Caller caller) {
        return switch (caller.credential()) {
            case DEV, SESSION, ACCESS_TOKEN -> Optional.of(caller.name());
            default -> Optional.empty();
        };
    }
}
