package ai.xray.tool;

import ai.xray.auth.Caller;
import java.util.Map;
import java.util.OptionalDouble;

/** One call of a tool. */
public interface Invocation {
    /** The arguments as plain Java values; a {@code null} value stands for an absent one. */
    Map<String, Object> arguments();

    /** Who calls. */
    Caller caller();

    /** Whether the caller no longer waits for the result. */
    boolean cancelled();

    /** Tells the caller how far the call is, if it asked to be told. */
    void progress(double done, OptionalDouble total, String message);

    /** Sends a line of log to the caller, if it listens; {@code level} as in RFC 5424, for example {@code info}. */
    void log(String level, String logger, Object data);
}
