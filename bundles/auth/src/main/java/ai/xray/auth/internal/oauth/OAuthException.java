package ai.xray.auth.internal.oauth;

/** An error in the terms of OAuth (RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2; RFC 8707, section 2). */
final class OAuthException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String error;

    OAuthException(String error, String description) {
        super(description);
        this.error = error;
    }

    static OAuthException request(String description) {
        return new OAuthException("invalid_request", description);
    }

    static OAuthException grant(String description) {
        return new OAuthException("invalid_grant", description);
    }

    /** The error's code. */
    String error() {
        return error;
    }
}
