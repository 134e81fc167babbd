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

    /**
     * The {@code WWW-Authenticate} header of a request that was not let in, or, where {@code insufficient}, that was let in with
     * fewer scopes than it needs: it tells clients where to ask for access (RFC 6750, section 3; RFC 9728, section 5.1).
     */
    default String challenge(AccessRequest request, boolean insufficient) {
        return insufficient ? "Bearer error=\"insufficient_scope\"" : "Bearer";
    }
}
