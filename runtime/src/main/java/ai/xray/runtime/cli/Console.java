package ai.xray.runtime.cli;

import java.io.PrintStream;
import java.util.regex.Pattern;

/**
 * Where a command speaks.
 *
 * @param terminal whether {@code err} is watched by a person, who likes to see progress
 * @param columns how many characters a line of {@code out} may have
 */
record Console(PrintStream out, PrintStream err, boolean terminal, int columns) {
    private static final int USUAL_COLUMNS = 80;
    private static final Pattern COLUMNS = Pattern.compile("[1-9]\\d{1,3}");

    /**
     * A console; {@code bin/xray} tells by the property {@code xray.terminal} whether there is a person, and the terminal by the
     * environment's {@code COLUMNS} how wide it is.
     */
    static Console of(PrintStream out, PrintStream err) {
        String columns = System.getenv().getOrDefault("COLUMNS", "");
        int width = COLUMNS.matcher(columns).matches() ? Integer.parseInt(columns) : USUAL_COLUMNS;
        return new Console(out, err, Boolean.getBoolean("xray.terminal"), width);
    }

    /** {@code text} as one line that fits, without characters that would do something to a terminal. */
    String fit(String text) {
        int[] shown = text.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
                .limit(columns + 1L)
                .toArray();
        return shown.length <= columns
                ? new String(shown, 0, shown.length).stripTrailing()
                : new String(shown, 0, columns - 1) + "…";
    }
}
