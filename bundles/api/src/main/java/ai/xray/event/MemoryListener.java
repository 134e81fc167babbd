package ai.xray.event;

/**
 * Hears what happens to memory; register it as a service. Called on the writer's thread after the write is durable: return
 * at once, hand slow work to a queue of your own, and throw nothing.
 */
public interface MemoryListener {
    void on(MemoryEvent event);
}
