package ai.xray.tool;

import ai.xray.auth.Caller;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalDouble;

/** One call of a tool, one rendering of a prompt, or one reading of a resource. */
public interface Invocation {
    /** The arguments as plain Java values; a {@code null} value stands for an absent one. */
    Map<String, Object> arguments();

    /** Who calls. */
    Caller caller();

    /** Whether the caller no longer waits for the result. Ask now and then in long work. */
    boolean cancelled();

    /** Tells the caller how far the call is, if it asked to be told. */
    void progress(double done, OptionalDouble total, String message);

    /** Sends a line of log to the caller, if it listens; {@code level} as in RFC 5424, for example {@code info}. */
    void log(String level, String logger, Object data);

    /** Whether the client can be asked this; without, {@link #ask} does not return. */
    default boolean canAsk(Question<?> question) {
        return false;
    }

    /**
     * Asks the client several things at once and returns its answers by the same keys.
     *
     * <p><b>The call may be run again from its start</b>, with the answers so far at hand, since clients of revision
     * 2026-07-28 answer by calling again: ask before you change anything, ask the same under the same key every time, and let
     * whatever this throws pass.
     *
     * @param questions by keys of your own, each used for one question in a call; at most 16
     * @throws Refusal {@code UNAVAILABLE} when the door cannot ask, or nobody answered in time
     * @throws IOException when the caller no longer waits
     */
    default Map<String, Answer> ask(Map<String, Question<?>> questions) throws IOException {
        throw Refusal.of(Refusal.Code.UNAVAILABLE, "This needs to ask something, which cannot be done from here.");
    }

    /** {@link #ask(Map) Asks} one thing. */
    @SuppressWarnings("unchecked") // a question's type says the type of its answer
    default <A extends Answer> A ask(String key, Question<A> question) throws IOException {
        return (A) ask(Map.of(key, question)).get(key);
    }
}
