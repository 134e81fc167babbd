package ai.xray.harness;

/** The server said something that the protocol does not allow. */
public final class ProtocolViolation extends AssertionError {
    private static final long serialVersionUID = 1L;

    ProtocolViolation(String message) {
        super(message);
    }

    /** Fails with the rule that was broken and what broke it. */
    static void unless(boolean kept, String rule, Object seen) {
        if (!kept) {
            throw new ProtocolViolation(rule + "; seen: " + seen);
        }
    }
}
