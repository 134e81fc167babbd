package ai.xray.bench.retrieval;

import ai.xray.embedded.Components;
import ai.xray.memory.Author;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryArchive.Existing;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchRequest;
import ai.xray.memory.internal.MemoryService;
import ai.xray.ranker.hnsw.HnswRanker;
import ai.xray.ranker.lexical.LexicalRanker;
import ai.xray.search.Embedder;
import ai.xray.search.Fusion;
import ai.xray.search.SemanticIndex.Progress;
import ai.xray.search.internal.SemanticService;
import ai.xray.store.memory.InMemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The product: a memory whose cells are the passages, asked as an agent asks it. */
final class MemoryContender implements Contender {
    private static final String EMBEDDER = "chosen";
    private static final String NO_WORD = "."; // a cell has a title and a passage none
    private static final int MOST_AT_ONCE = 500;

    /** A little less than a cell holds, for the mark that a character cut in two leaves; one passage of BEAM is longer. */
    private static final int MOST_BYTES = 65_500;

    private static final long LONGEST_NANOS = Duration.ofMinutes(10).toNanos();

    private final String name;
    private final Optional<Embedder> embedder;
    private final Fusion fusion;
    private final boolean shaping;
    private final double floor;
    private final Path directory;
    private Labels labels = new Labels();
    private MemoryService memory;
    private SemanticService meanings;

    /**
     * A contender.
     *
     * @param embedder empty to search by words alone
     * @param floor the embedder's, as it is in its service properties
     * @param shaping as {@code --search-recall-shaping}
     * @param directory where vectors of slow embedders are kept from run to run
     */
    MemoryContender(
            String name, Optional<Embedder> embedder, double floor, Fusion fusion, boolean shaping, Path directory) {
        this.name = name;
        this.embedder = embedder;
        this.floor = floor;
        this.fusion = fusion;
        this.shaping = shaping;
        this.directory = directory;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void index(List<Passage> passages) {
        try {
            close();
            open();
            fill(passages);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void open() throws IOException {
        labels = new Labels();
        Components components = new Components(Map.of(
                "search-recall-shaping",
                shaping,
                "episodic-ttl",
                "0",
                "retention-sweep-interval",
                "0",
                "embedder",
                EMBEDDER,
                "data-dir",
                directory.toString(),
                "embedding-timeout",
                "60s"));
        memory = components.make(MemoryService.class, new InMemoryStore());
        meanings = components.make(SemanticService.class);
        meanings.addRanker(components.make(HnswRanker.class), Map.of());
        memory.addRanker(new LexicalRanker(), Map.of("xray.name", "lexical"));
        memory.setFusion(fusion);
        memory.addMeanings(meanings, Map.of());
        memory.open();
    }

    private void close() throws IOException {
        if (memory != null) {
            memory.close();
            meanings.close();
        }
    }

    private void fill(List<Passage> passages) throws IOException {
        List<MemoryCell> cells = new ArrayList<>();
        Instant said = Instant.parse("2025-01-01T00:00:00Z");
        for (Passage passage : passages) {
            said = said.plusSeconds(1);
            cells.add(MemoryCell.cell(labels.add(passage), Kind.NOTE, said)
                    .title(NO_WORD)
                    .content(beginning(passage.text()))
                    .source(passage.source())
                    .build());
        }
        for (int from = 0; from < cells.size(); from += MOST_AT_ONCE) {
            memory.take(cells.subList(from, Math.min(cells.size(), from + MOST_AT_ONCE)), Existing.NEWER, false);
        }
        if (embedder.isPresent()) { // only now, so that it is fitted to all of them
            meanings.addEmbedder(embedder.get(), Map.of("xray.name", EMBEDDER, "xray.floor", floor));
            awaitVectors(cells.size());
        }
    }

    private static String beginning(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MOST_BYTES ? text : new String(bytes, 0, MOST_BYTES, StandardCharsets.UTF_8);
    }

    private void awaitVectors(int cells) {
        long start = System.nanoTime();
        while (!meanings.progress().stream().allMatch(progress -> ready(progress, cells))) {
            if (System.nanoTime() - start > LONGEST_NANOS) {
                throw new IllegalStateException("embedding takes too long: " + meanings.progress());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean ready(Progress progress, int cells) {
        return progress.waiting() == 0 && progress.embedded() == cells;
    }

    @Override
    public List<String> rank(String query, int k) {
        try {
            SearchReply reply = memory.as(new Author(Origin.DERIVED, "bench"))
                    .search(new SearchRequest(query, Set.of(), Optional.empty(), List.of(), k, false));
            if (!reply.mode().equals(embedder.isPresent() ? "hybrid" : "lexical")) {
                throw new IllegalStateException("answered by %s: %s".formatted(reply.mode(), reply.degraded()));
            }
            return reply.results().stream()
                    .map(result -> labels.passage(result.cell().id()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
