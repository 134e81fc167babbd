package ai.xray.admin;

import ai.xray.memory.Refusal;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.osgi.service.component.annotations.Component;

/** Bounds how many requests at a time read or write much of memory, so that those of agents go on well. Thread-safe. */
@Component(service = Turns.class)
public final class Turns {
    /** How many have a turn at a time. */
    static final int MOST = 2;

    private final Semaphore free = new Semaphore(MOST);

    /** What is done in a turn. */
    interface Work {
        void run() throws IOException;
    }

    /**
     * Runs {@code work}.
     *
     * @throws Refusal {@code UNAVAILABLE}, at once, when no turn is free
     */
    void take(Work work) throws IOException {
        if (!free.tryAcquire()) {
            throw Refusal.of(
                    Refusal.Code.UNAVAILABLE,
                    "The server is busy with %d such requests, which is the most; try again when one is done."
                            .formatted(MOST));
        }
        try {
            work.run();
        } finally {
            free.release();
        }
    }
}
