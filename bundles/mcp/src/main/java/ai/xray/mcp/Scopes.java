package ai.xray.mcp;

import ai.xray.auth.Caller;
import ai.xray.memory.Refusal;
import java.util.Optional;

/** Whether a caller was granted what a tool, prompt or resource needs. */
final class Scopes {
    private Scopes() {}

    /** @throws Refusal when {@code caller} lacks the scope that {@code what} needs */
    static void require(String what, Optional<String> scope, Caller caller) {
        if (!granted(scope, caller)) {
            throw Refusal.of(
                    Refusal.Code.FORBIDDEN,
                    "%s needs the scope %s, which these credentials were not granted.".formatted(what, scope.get()));
        }
    }

    static boolean granted(Optional<String> scope, Caller caller) {
        return scope.isEmpty() || caller.may(scope.get());
    }
}
