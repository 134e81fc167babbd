package ai.xray.search.internal;

import static org.osgi.service.component.annotations.ConfigurationPolicy.REQUIRE;
import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.search.Embedder;
import ai.xray.search.SemanticIndex;
import ai.xray.search.SemanticIndexes;
import ai.xray.search.VectorRanker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Indexes by meaning, with whichever embedder the settings name and the best vector ranker. All embedders and rankers that are
 * there are held, not the chosen ones alone: what one of them made serves, while another makes its own.
 */
@Designate(ocd = SemanticService.Config.class)
@Component(configurationPolicy = REQUIRE)
public final class SemanticService implements SemanticIndexes {
    private static final String NONE = "none";
    private static final String FLOOR = "xray.floor";
    private static final Duration LONGEST = Duration.ofMinutes(1);

    @ObjectClassDefinition(
            name = "Search by meaning",
            description = "Which embedder makes vectors, and how long it may take.")
    @interface Config {
        @AttributeDefinition(
                name = "embedder",
                description =
                        "What makes vectors of texts: static, a small table in process; onnx, a sentence model in process;"
                                + " another that is installed; or none, to search by words alone.")
        String embedder() default "static";

        @AttributeDefinition(
                name = "embedding-timeout",
                description =
                        "How long a search waits for the vector of its query, such as 2s or 0.5s, at most 60s; then it is"
                                + " answered by words alone.")
        String embedding_timeout() default "2s";

        @AttributeDefinition(
                name = "data-dir",
                description =
                        "Directory of the server's files, among them the vectors of slow embedders under vectors/.")
        String data_dir();
    }

    private final VectorCache cache;
    private final QueryVectors queries;
    private final Map<Embedder, Offer> embedders = new LinkedHashMap<>();
    private final SortedMap<Standing, VectorRanker> rankers = new TreeMap<>();
    private final Set<BackgroundIndex<?>> open = new HashSet<>();
    private String wanted;
    private Chosen chosen;

    /** How an embedder is called, and the least cosine that its vectors mean something at. */
    private record Offer(String name, double floor) {
        static Offer of(Map<String, Object> properties) {
            return new Offer(
                    String.valueOf(properties.get("xray.name")),
                    properties.get(FLOOR) instanceof Number floor ? floor.doubleValue() : Maker.NO_FLOOR);
        }
    }

    @Activate
    public SemanticService(Config config) {
        this(Path.of(config.data_dir()), config.embedder(), duration(config.embedding_timeout()));
    }

    SemanticService(Path directory, String embedder, Duration timeout) {
        cache = new VectorCache(directory.resolve("vectors"));
        queries = new QueryVectors(timeout);
        wanted = embedder;
        chosen = chosen();
    }

    @Modified
    void modified(Config config) {
        use(config.embedder(), duration(config.embedding_timeout()));
    }

    synchronized void use(String embedder, Duration timeout) {
        queries.timeout(timeout);
        wanted = embedder;
        choose();
    }

    /** Stops embedding in every index that is open. */
    @Deactivate
    public void close() {
        indexes().forEach(BackgroundIndex::close);
        queries.close();
        cache.close();
    }

    /**
     * Takes in an embedder. Its property {@code xray.floor}, where it has one, is the least cosine at which texts are found by
     * meaning: below it, unrelated texts are as alike as that to its model.
     */
    @Reference(name = "embedder", cardinality = MULTIPLE, policy = DYNAMIC)
    public synchronized void addEmbedder(Embedder embedder, Map<String, Object> properties) {
        embedders.put(embedder, Offer.of(properties));
        choose();
    }

    /** What {@link #addEmbedder} did, undone. */
    public synchronized void removeEmbedder(Embedder embedder) {
        embedders.remove(embedder);
        choose();
    }

    /** Takes in a vector ranker; one that stands before the others makes every index anew behind. */
    @Reference(name = "ranker", cardinality = MULTIPLE, policy = DYNAMIC)
    public synchronized void addRanker(VectorRanker ranker, Map<String, Object> properties) {
        rankers.put(Standing.of(properties), ranker);
        choose();
    }

    /** What {@link #addRanker} did, undone: from now on no search uses what the ranker opened, but those that have begun. */
    public synchronized void removeRanker(VectorRanker ranker) {
        rankers.values().remove(ranker);
        chosen = chosen();
        open.forEach(index -> index.useWithout(ranker, chosen));
    }

    @Override
    public synchronized <A> SemanticIndex<A> open(Texts texts) {
        BackgroundIndex<A> index = new BackgroundIndex<>(texts, cache, queries, chosen, this::forget);
        open.add(index);
        return index;
    }

    @Override
    public List<SemanticIndex.Progress> progress() {
        return indexes().stream().map(SemanticIndex::progress).toList();
    }

    private synchronized Set<BackgroundIndex<?>> indexes() {
        return Set.copyOf(open);
    }

    private synchronized void forget(BackgroundIndex<?> index) {
        open.remove(index);
    }

    private void choose() {
        Chosen now = chosen();
        if (!now.equals(chosen)) {
            chosen = now;
            open.forEach(index -> index.use(now));
        }
    }

    private Chosen chosen() {
        if (wanted.equals(NONE)) {
            return Chosen.NONE;
        }
        if (rankers.isEmpty()) {
            return Chosen.missing("no vector ranker is there");
        }
        VectorRanker ranker = rankers.firstEntry().getValue();
        return embedders.entrySet().stream()
                .filter(embedder -> embedder.getValue().name().equals(wanted))
                .findFirst()
                .map(embedder -> Chosen.of(
                        new Maker(embedder.getKey(), embedder.getValue().floor(), ranker)))
                .orElseGet(() -> Chosen.missing("no embedder '%s' is there, but: %s"
                        .formatted(Spelling.excerpt(wanted), String.join(", ", names()))));
    }

    private Set<String> names() {
        return embedders.values().stream().map(Offer::name).collect(Collectors.toCollection(TreeSet::new));
    }

    static Duration duration(String text) {
        try {
            Duration duration = Duration.parse("PT" + text.strip().toUpperCase(Locale.ROOT));
            if (duration.isPositive() && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (DateTimeParseException e) {
            // told below
        }
        throw Refusal.invalid(
                "embedding-timeout",
                "embedding-timeout: '%s' is not allowed; it must be more than 0 and at most 60s, such as 2s or 0.5s."
                        .formatted(Spelling.excerpt(text)));
    }
}
