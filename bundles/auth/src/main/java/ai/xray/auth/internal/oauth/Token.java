package ai.xray.auth.internal.oauth;

import ai.xray.auth.internal.Secrets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A code or token, which reads {@code xray<kind>_<grant>_<secret>}: the grant it is of, and what proves it.
 *
 * @param grant the key of the grant's record
 */
record Token(Kind kind, String grant, String secret) {
    private static final Pattern FORM =
            Pattern.compile("xray([car])_([0-9a-f]{32})_([A-Za-z0-9_-]{" + Secrets.CHARS + "})");

    /** What it is for; one kind never passes for another. */
    enum Kind {
        CODE("c"),
        ACCESS("a"),
        REFRESH("r");

        private final String letter;

        Kind(String letter) {
            this.letter = letter;
        }
    }

    /** A new one. */
    static Token of(Kind kind, String grant) {
        return new Token(kind, grant, Secrets.random());
    }

    /** The one that {@code text} is, if it is one of this kind. */
    static Optional<Token> parse(Kind kind, String text) {
        Matcher form = FORM.matcher(text);
        return form.matches() && form.group(1).equals(kind.letter)
                ? Optional.of(new Token(kind, form.group(2), form.group(3)))
                : Optional.empty();
    }

    String digest() {
        return Secrets.digest(secret);
    }

    boolean matches(String digest) {
        return Secrets.matches(secret, digest);
    }

    String text() {
        return "xray%s_%s_%s".formatted(kind.letter, grant, secret);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "Token[kind=%s, grant=%s]".formatted(kind, grant);
    }
}
