package ai.xray.memory.internal;

import ai.xray.memory.MemoryStore;
import ai.xray.memory.internal.rule.Retention;
import ai.xray.search.Ranker;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** Opens memory over any store and with any ranker, that writes nothing but what it is told to. */
public final class QuietMemory {
    private QuietMemory() {}

    /** Open memory; whoever opens it closes it. */
    public static MemoryService over(MemoryStore store) throws IOException {
        return over(store, new MovableClock(), new WordRanker());
    }

    static MemoryService over(MemoryStore store, InstantSource clock, Ranker ranker) throws IOException {
        MemoryService service =
                new MemoryService(store, clock, new Settings(new Retention(Duration.ZERO), Duration.ZERO));
        service.addRanker(ranker, Map.of());
        service.open();
        return service;
    }
}
