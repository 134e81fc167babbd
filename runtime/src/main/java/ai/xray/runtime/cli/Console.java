package ai.xray.runtime.cli;

import java.io.PrintStream;

/**
 * Where a command speaks.
 *
 * @param terminal whether {@code err} is watched by a person, who likes to see progress
 */
record Console(PrintStream out, PrintStream err, boolean terminal) {
    /** A console; {@code bin/xray} tells by the property {@code xray.terminal} whether there is a person. */
    static Console of(PrintStream out, PrintStream err) {
        return new Console(out, err, Boolean.getBoolean("xray.terminal"));
    }
}
