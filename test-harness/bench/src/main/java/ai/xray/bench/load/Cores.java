package ai.xray.bench.load;

import java.io.IOException;

/** Which processors a running process may use. Linux, with {@code taskset}. */
final class Cores {
    private Cores() {}

    /** @param list as {@code taskset} takes it, such as {@code 0,1} */
    static void pin(long pid, String list) throws IOException, InterruptedException {
        Process taskset = new ProcessBuilder("taskset", "-a", "-p", "-c", list, Long.toString(pid))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectErrorStream(true)
                .start();
        if (taskset.waitFor() != 0) {
            throw new IOException("taskset could not keep process %d on processors %s".formatted(pid, list));
        }
    }
}
