package ai.xray.memory.internal;

import static org.osgi.service.component.annotations.ConfigurationPolicy.REQUIRE;
import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import ai.xray.event.MemoryListener;
import ai.xray.health.Readiness;
import ai.xray.memory.Author;
import ai.xray.memory.EditableMemory;
import ai.xray.memory.Memory;
import ai.xray.memory.MemoryArchive;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Listeners;
import ai.xray.memory.internal.corpus.Standing;
import ai.xray.search.Fusion;
import ai.xray.search.Ranker;
import ai.xray.search.Reranker;
import ai.xray.search.SemanticIndexes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Memory over one store. Rankers and listeners may come and go while it works; whoever gets the service finds it loaded.
 */
@Designate(ocd = MemoryService.Config.class)
@Component(
        service = {Memory.class, MemoryArchive.class, Readiness.class},
        configurationPolicy = REQUIRE,
        immediate = true)
public final class MemoryService implements Memory, MemoryArchive, Readiness {
    private static final Logger LOG = System.getLogger(MemoryService.class.getName());
    private static final String DEFAULT_STORE = "(xray.name=sqlite)";
    private static final String DEFAULT_FUSION = "(xray.name=score)";
    private static final String NO_RERANKER = "(xray.name=none)";

    private final MemoryStore store;
    private final Listeners listeners = new Listeners();
    private final Cells cells;
    private final Ranks ranks;
    private final Recall recall;
    private final Reading reading;
    private final Drawer drawer;
    private final Writing writing;
    private final Briefer briefer;
    private final Retiring retiring;
    private final Consolidation consolidation;
    private final Episodes episodes;
    private final Sweep sweep;
    private final Archive archive;

    @ObjectClassDefinition(name = "Memory", description = "Authored memory: cells that agents and people write.")
    @interface Config {
        @AttributeDefinition(
                name = "store",
                description =
                        "Where cells are kept: sqlite, a file under data-dir, or memory, which forgets them when the"
                                + " process ends.")
        String store_target() default DEFAULT_STORE;

        @AttributeDefinition(
                name = "episodic-ttl",
                description =
                        "How long it is remembered what was asked and recalled, such as 30s, 5m, 1h or 7d, at most"
                                + " 3650d; 0 to remember none of it.")
        String episodic_ttl() default "7d";

        @AttributeDefinition(
                name = "retention-sweep-interval",
                description =
                        "How often cells past their deadline, but durable ones, and episodic cells past episodic-ttl"
                                + " are deleted, such as 30s, 5m, 1h or 7d, at most 3650d; 0 to delete none.")
        String retention_sweep_interval() default "1h";

        @AttributeDefinition(
                name = "memory-write-dedup",
                description =
                        "Whether a write without an id that restates an active cell of the same kind, scope and subject"
                                + " lands on that cell; false to write a cell of its own each time.")
        boolean memory_write_dedup() default true;

        @AttributeDefinition(
                name = "search-fusion",
                description =
                        "How a ranking by words and one by meaning become one: score, a mix of their scores, or rrf,"
                                + " reciprocal ranks.")
        String fusion_target() default DEFAULT_FUSION;

        @AttributeDefinition(
                name = "reranker",
                description =
                        "The model that puts what was found in its final order: http, onnx, another that is installed, or"
                                + " none.")
        String reranker_target() default NO_RERANKER;

        @AttributeDefinition(
                name = "rerank-timeout-seconds",
                description =
                        "Seconds, from 1 to 60, that the reranker may take for one search; when it takes longer, results"
                                + " keep the order that they had without it.",
                min = "1",
                max = "60")
        int rerank_timeout_seconds() default 5;

        @AttributeDefinition(
                name = "search-recall-shaping",
                description =
                        "Whether cells beside each other in one source lift each other, hits that say the same collapse"
                                + " into one, and watch items and recent cells move up among their like; false for the"
                                + " order of the rankers.")
        boolean search_recall_shaping() default true;

        @AttributeDefinition(
                name = "search-lexical-shortcircuit",
                description =
                        "Whether a query that the best hit's title holds whole is answered by words alone, without"
                                + " embedding it.")
        boolean search_lexical_shortcircuit() default false;

        @AttributeDefinition(
                name = "semantic-score-gap",
                description =
                        "How much less similar than the most similar cell, as a cosine from 0 to 2, another may be to"
                                + " be found by meaning; 0 for any that is above the embedder's own floor, 0.4 for"
                                + " static.",
                min = "0",
                max = "2")
        double semantic_score_gap() default 0;

        @AttributeDefinition(
                name = "headroom-content-limit",
                description =
                        "The most characters of content in each search result, at least 20, or 0 for all; what is cut"
                                + " is marked as truncated.",
                min = "0")
        int headroom_content_limit() default 0;
    }

    @Activate
    public MemoryService(@Reference(name = "store", target = DEFAULT_STORE) MemoryStore store, Config config) {
        this(store, InstantSource.system(), Settings.of(config));
    }

    /** Memory that tells time by {@code clock}. */
    MemoryService(MemoryStore store, InstantSource clock, Settings settings) {
        this.store = store;
        cells = new Cells(store, listeners);
        episodes = new Episodes(cells, clock, settings.retention());
        ranks = new Ranks(cells, settings.recall());
        recall = new Recall(cells, ranks, listeners, episodes, settings.recall(), clock);
        reading = new Reading(cells, clock, settings.retention());
        drawer = new Drawer(cells, clock);
        briefer = new Briefer(cells, recall, reading, clock);
        writing = new Writing(cells, clock, settings.merging());
        retiring = new Retiring(cells, clock);
        consolidation = new Consolidation(cells, clock);
        sweep = new Sweep(cells, settings.retention(), settings.sweepInterval(), clock);
        archive = new Archive(store, cells);
    }

    /** Loads the store's cells; nothing else may be called before, but the adding of rankers and listeners. */
    @Activate
    public void open() throws IOException {
        long start = System.nanoTime();
        cells.open();
        LOG.log(
                Level.DEBUG, // not INFO: the number counts private cells
                "{0} cells loaded in {1} ms",
                cells.corpus().size(),
                (System.nanoTime() - start) / 1_000_000);
        episodes.open();
        sweep.open();
    }

    @Deactivate
    public void close() throws IOException {
        recall.close();
        sweep.close();
        episodes.close();
        cells.close();
    }

    @Reference(name = "ranker", cardinality = MULTIPLE, policy = DYNAMIC)
    public void addRanker(Ranker ranker, Map<String, Object> properties) {
        cells.add(ranker, Standing.of(properties));
    }

    /** What {@link #addRanker} did, undone. */
    public void removeRanker(Ranker ranker) {
        cells.remove(ranker);
    }

    @Reference(name = "meanings", cardinality = MULTIPLE, policy = DYNAMIC)
    public void addMeanings(SemanticIndexes indexes, Map<String, Object> properties) {
        cells.add(indexes, Standing.of(properties));
    }

    /** What {@link #addMeanings} did, undone. */
    public void removeMeanings(SemanticIndexes indexes) {
        cells.remove(indexes);
    }

    @Reference(
            name = "fusion",
            target = DEFAULT_FUSION,
            cardinality = OPTIONAL,
            policy = DYNAMIC,
            policyOption = GREEDY)
    public void setFusion(Fusion strategy) {
        ranks.fusion().set(strategy);
    }

    /** What {@link #setFusion} did, undone. */
    public void unsetFusion(Fusion strategy) {
        ranks.fusion().unset(strategy);
    }

    @Reference(name = "reranker", target = NO_RERANKER, cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    public void setReranker(Reranker model) {
        recall.reranker().set(model);
    }

    /** What {@link #setReranker} did, undone. */
    public void unsetReranker(Reranker model) {
        recall.reranker().unset(model);
    }

    @Reference(name = "listener", cardinality = MULTIPLE, policy = DYNAMIC)
    public void addListener(MemoryListener listener) {
        listeners.add(listener);
    }

    /** What {@link #addListener} did, undone. */
    public void removeListener(MemoryListener listener) {
        listeners.remove(listener);
    }

    @Override
    public EditableMemory as(Author author) {
        return new AuthoredMemory(author, recall, briefer, reading, drawer, writing, retiring, consolidation);
    }

    @Override
    public long size() {
        return archive.size();
    }

    @Override
    public void export(Consumer<MemoryCell> visitor) throws IOException {
        archive.export(visitor);
    }

    @Override
    public Taken take(List<MemoryCell> given, Existing existing, boolean preview) throws IOException {
        return archive.take(given, existing, preview);
    }

    @Override
    public void backUp(Path file) throws IOException {
        archive.backUp(file);
    }

    @Override
    public List<Damage> damage() throws IOException {
        return archive.damage();
    }

    @Override
    public String part() {
        return "memory";
    }

    @Override
    public Optional<String> problem() {
        return store.problem();
    }
}
