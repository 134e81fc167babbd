package ai.xray.runtime.cli;

import java.time.Duration;

/** Shows on a terminal how far something is; shows nothing anywhere else. Used by one thread. */
final class Progress implements AutoCloseable {
    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final int BAR = 24;
    private static final String CLEAR = "\r\u001B[K";

    private final Console console;
    private final String doing;
    private final long totalBytes;
    private long cells;
    private long bytes;
    private long shown = System.nanoTime();

    /**
     * Progress of something.
     *
     * @param doing what is done, for example {@code importing}
     * @param totalBytes how much there is to do; 0 where that is not known
     */
    Progress(Console console, String doing, long totalBytes) {
        this.console = console;
        this.doing = doing;
        this.totalBytes = totalBytes;
    }

    /** So much more is done. */
    void add(long moreCells, long moreBytes) {
        cells += moreCells;
        bytes += moreBytes;
        boolean due = System.nanoTime() - shown > BETWEEN.toNanos();
        if (console.terminal() && due) {
            shown = System.nanoTime();
            console.err().print(CLEAR + line());
            console.err().flush();
        }
    }

    long cells() {
        return cells;
    }

    long bytes() {
        return bytes;
    }

    /** Takes the bar away. */
    @Override
    public void close() {
        if (console.terminal()) {
            console.err().print(CLEAR);
            console.err().flush();
        }
    }

    private String line() {
        String amount = "%s  %,d cells, %,d KiB".formatted(doing, cells, bytes / 1024);
        if (totalBytes == 0) {
            return amount;
        }
        int full = Math.clamp(bytes * BAR / totalBytes, 0, BAR);
        return "%s  [%s%s] %3d%%".formatted(amount, "#".repeat(full), ".".repeat(BAR - full), full * 100 / BAR);
    }
}
