package ai.xray.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A request that cannot be served as it was made, told in one sentence that names the field, what was wrong and what is
 * allowed. Every door renders it the same way: MCP as an {@code isError} result, REST as {@code application/problem+json}.
 * Nothing was stored when it is thrown.
 */
public class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kinds of refusal; {@link #wire()} is what clients see as {@code code}. */
    public enum Code implements Named {
        /** A field is missing, malformed, out of range or unknown. */
        INVALID_ARGUMENT,
        /** What was asked for does not exist, or not for this caller: the two are told alike. */
        NOT_FOUND,
        /** No usable credential came with the request. */
        UNAUTHENTICATED,
        /** The credential does not allow this. */
        FORBIDDEN,
        /** The state of what was to be changed does not allow it. */
        CONFLICT,
        /** A size limit was exceeded. */
        TOO_LARGE,
        /** A caller asks too often. */
        RATE_LIMITED,
        /** A part that is needed is not there or not ready; the same request may succeed later. */
        UNAVAILABLE
    }

    private final Code code;
    private final String field;
    private final ArrayList<String> allowed;
    private final String closest;

    protected Refusal(Code code, String message, String field, Collection<String> allowed, String closest) {
        super(message);
        this.code = code;
        this.field = field;
        this.allowed = new ArrayList<>(allowed);
        this.closest = closest;
    }

    /** A refusal of the whole request rather than of one field. */
    public static Refusal of(Code code, String message) {
        return new Refusal(code, message, null, List.of(), null);
    }

    /** {@code field} is wrong; {@code message} is the whole sentence. */
    public static Refusal invalid(String field, String message) {
        return new Refusal(Code.INVALID_ARGUMENT, message, field, List.of(), null);
    }

    /** {@code field} exceeds a size limit; {@code message} is the whole sentence with both sizes. */
    public static Refusal tooLarge(String field, String message) {
        return new Refusal(Code.TOO_LARGE, message, field, List.of(), null);
    }

    /** {@code field} names something that does not exist: lists what does, the closest spelling first. */
    public static Refusal unknownName(String field, String name, Collection<String> names) {
        Optional<String> closest = Spelling.closest(name, names);
        List<String> allowed = new ArrayList<>(names);
        closest.ifPresent(first -> {
            allowed.remove(first);
            allowed.add(0, first);
        });
        String hint = closest.map(first -> " Did you mean '" + first + "'?").orElse("");
        String message = "%s: '%s' is not known.%s Allowed: %s."
                .formatted(field, Spelling.excerpt(name), hint, String.join(", ", allowed));
        return new Refusal(Code.INVALID_ARGUMENT, message, field, allowed, closest.orElse(null));
    }

    /** What another server refused, in its words. */
    public static Refusal told(
            Code code, String message, Optional<String> field, List<String> allowed, Optional<String> closest) {
        return new Refusal(code, message, field.orElse(null), allowed, closest.orElse(null));
    }

    public final Code code() {
        return code;
    }

    /** The argument, flag or field that was wrong, where it was one. */
    public final Optional<String> field() {
        return Optional.ofNullable(field);
    }

    /** The values that would have been accepted, where they can be listed. */
    public final List<String> allowed() {
        return List.copyOf(allowed);
    }

    /** The accepted value that is spelt most like the one given. */
    public final Optional<String> closest() {
        return Optional.ofNullable(closest);
    }

    /** Whether what was asked for does not exist for this caller. */
    public final boolean isNotFound() {
        return code == Code.NOT_FOUND;
    }
}
