package ai.xray.embedded;

import ai.xray.embedder.table.StaticEmbedder;
import ai.xray.memory.Memory;
import ai.xray.memory.internal.MemoryService;
import ai.xray.ranker.hnsw.HnswRanker;
import ai.xray.ranker.lexical.LexicalRanker;
import ai.xray.search.internal.ScoreMix;
import ai.xray.search.internal.SemanticService;
import ai.xray.store.sql.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** What a server's component runtime puts together from service references, put together by hand. */
final class Parts implements AutoCloseable {
    private static final Map<String, Object> EMBEDDER = Map.of("xray.name", "static", "xray.floor", 0.4);

    private final Deque<Part> opened = new ArrayDeque<>();
    private MemoryService memory;

    private interface Part {
        void close() throws IOException;
    }

    private Parts() {}

    static Parts open(Path directory, Map<String, Object> settings) throws IOException {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("data-dir", directory.toString());
        Parts parts = new Parts();
        try {
            parts.opened.push(DirectoryLock.take(directory)::close);
            parts.build(new Components(all));
            return parts;
        } catch (IOException | RuntimeException | Error e) {
            parts.closeAfter(e);
            throw e;
        }
    }

    private void build(Components components) throws IOException {
        HnswRanker vectors = components.make(HnswRanker.class);
        StaticEmbedder embedder = components.make(StaticEmbedder.class);
        SqliteStore store = components.make(SqliteStore.class);
        opened.push(store::close);
        SemanticService meanings = components.make(SemanticService.class);
        opened.push(meanings::close);
        meanings.addRanker(vectors, Map.of());
        meanings.addEmbedder(embedder, EMBEDDER);
        memory = components.make(MemoryService.class, store);
        components.checkAllUsed();
        memory.addRanker(new LexicalRanker(), Map.of());
        memory.setFusion(new ScoreMix());
        memory.addMeanings(meanings, Map.of());
        memory.open();
        opened.push(memory::close);
    }

    Memory memory() {
        return memory;
    }

    @Override
    public synchronized void close() throws IOException {
        IOException failure = new IOException("memory was not closed in order");
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private void closeAfter(Throwable failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
