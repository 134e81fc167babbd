package ai.xray.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.contracts.AgentMemoryContract;
import ai.xray.memory.AgentMemory;
import ai.xray.memory.CellDraft;
import ai.xray.memory.Kind;
import ai.xray.memory.Origin;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of memory, by memory without a framework. */
class EmbeddedMemoryTest extends AgentMemoryContract {
    private static final long DEADLINE = Duration.ofSeconds(30).toNanos();

    @TempDir
    private static Path shared;

    private static XRay xray;

    @TempDir
    private Path own;

    @BeforeAll
    static void open() throws IOException {
        xray = XRay.embedded(shared);
    }

    @AfterAll
    static void close() throws IOException {
        xray.close();
    }

    @Override
    protected AgentMemory memory() {
        return xray.memory();
    }

    private static CellDraft lighthouse() {
        return CellDraft.draft(Kind.NOTE, "Lighthouse", "The keeper counts the ships that pass.")
                .id("lighthouse")
                .build();
    }

    @Test
    void whatIsWrittenOutlivesTheProgram() throws IOException {
        try (XRay first = XRay.embedded(own)) {
            first.memory().upsert(lighthouse());
        }
        try (XRay second = XRay.embedded(own)) {
            assertThat(second.memory()
                            .get("lighthouse", Optional.empty())
                            .cell()
                            .title())
                    .isEqualTo("Lighthouse");
        }
    }

    @Test
    void whatMeansTheSameIsFoundWithoutTheWord() throws IOException {
        try (XRay room = XRay.embedded(own)) {
            room.memory()
                    .upsert(CellDraft.draft(Kind.NOTE, "Garage", "The automobile stands in the garage.")
                            .id("garage")
                            .build());
            long start = System.nanoTime();
            SearchReply found = room.memory().search(SearchRequest.of("car"));
            while (found.results().isEmpty() && System.nanoTime() - start < DEADLINE) { // vectors are made behind
                LockSupport.parkNanos(1_000_000);
                found = room.memory().search(SearchRequest.of("car"));
            }
            assertThat(found.results()).extracting(result -> result.cell().id()).containsExactly("garage");
        }
    }

    @Test
    void settingsAreThoseOfTheServer() throws IOException {
        try (XRay words = XRay.embedded(own, Map.of("embedder", "none", "headroom-content-limit", 20))) {
            words.memory().upsert(lighthouse());
            SearchReply found = words.memory().search(SearchRequest.of("keeper"));
            assertThat(found.mode()).isEqualTo("lexical");
            assertThat(found.results().getFirst().truncated()).isTrue();
        }
    }

    @Test
    void cellsAreMarkedWithTheOriginOfTheirWriter() throws IOException {
        try (XRay room = XRay.embedded(own)) {
            room.withOrigin(Origin.HUMAN).memory().upsert(lighthouse());
            assertThat(room.memory().get("lighthouse", Optional.empty()).cell().origin())
                    .isEqualTo(Origin.HUMAN);
        }
    }

    @Test
    void aDirectoryIsHeldByOneAtATime() throws IOException {
        XRay first = XRay.embedded(own);
        assertThatThrownBy(() -> XRay.embedded(own))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("used already")
                .hasMessageContaining("process " + ProcessHandle.current().pid());
        first.close();
        first.close();
        XRay.embedded(own).close();
    }

    @Test
    void aNewerLayoutIsLeftAsItIs() throws IOException {
        Files.writeString(own.resolve("version"), "7\n");
        assertThatThrownBy(() -> XRay.embedded(own))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("newer");
        assertThat(own.resolve("memory.db")).doesNotExist();
    }

    @Test
    void aFileThatIsNoDatabaseIsToldAndLetGoOf() throws IOException {
        Files.writeString(own.resolve("memory.db"), "This is not a database, however long it is. ".repeat(200));
        assertThatThrownBy(() -> XRay.embedded(own)).isInstanceOf(IOException.class);
        Files.delete(own.resolve("memory.db"));
        XRay.embedded(own).close();
    }

    static List<Map<String, Object>> badSettings() {
        return List.of(
                Map.of("embeder", "none"),
                Map.of("store-target", "memory"),
                Map.of("headroom-content-limit", "20"),
                Map.of("headroom-content-limit", 3),
                Map.of("episodic-ttl", "a while"));
    }

    @ParameterizedTest
    @MethodSource("badSettings")
    void aSettingThatIsNotAllowedIsNamed(Map<String, Object> settings) throws IOException {
        assertThatThrownBy(() -> XRay.embedded(own, settings))
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining(settings.keySet().iterator().next());
        XRay.embedded(own).close();
    }
}
