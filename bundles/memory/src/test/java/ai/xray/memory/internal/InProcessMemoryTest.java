package ai.xray.memory.internal;

import ai.xray.contracts.AgentMemoryContract;
import ai.xray.memory.AgentMemory;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import ai.xray.memory.internal.rule.Retention;
import ai.xray.ranker.lexical.LexicalRanker;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The contract of memory, by memory in the same process. */
class InProcessMemoryTest extends AgentMemoryContract {
    private final MemoryService service = new MemoryService(
            new MapStore(), InstantSource.system(), new Settings(new Retention(Duration.ZERO), Duration.ZERO));

    @BeforeEach
    void open() throws IOException {
        service.addRanker(new LexicalRanker(), Map.of());
        service.open();
    }

    @AfterEach
    void close() throws IOException {
        service.close();
    }

    @Override
    protected AgentMemory memory() {
        return service.as(new Author(Origin.DERIVED, "tester"));
    }
}
