package ai.xray.auth;

/** Decides who comes in. Every door asks before it reads a body. Thread-safe. */
public interface Authenticator {
    /**
     * Who makes this request.
     *
     * @throws ai.xray.memory.Refusal {@code FORBIDDEN} for a {@code Host} or {@code Origin} that is not ours (DNS rebinding),
     *     {@code UNAUTHENTICATED} without a usable credential, {@code RATE_LIMITED} after too many failures from one address
     */
    Caller admit(AccessRequest request);
}
