package ai.xray.onnx;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs what recurses deeply. When a session is opened, onnxruntime 1.29 searches the command line of the process with a regular
 * expression of libstdc++, whose matcher calls itself for every character and takes some 300 bytes each time. A class path of
 * four thousand characters is enough to overrun the usual stack of a thread, which ends the process without a word.
 */
final class DeepStack {
    /** For half a million characters; only the pages that are used become memory. */
    private static final long BYTES = 160L << 20;

    private DeepStack() {}

    /** What {@code work} answers; an interrupt is left for later, since opening a model cannot be broken off. */
    static <T> T run(Callable<T> work) throws IOException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(null, task, "xray-onnx-open", BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new IllegalStateException(e.getCause());
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
