package ai.xray.embedder.table;

import ai.xray.search.Embedder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * The table in this bundle as a service. The table is read at first use, which takes a tenth of a second. Sums of word vectors
 * are never quite unlike, hence the floor; it was measured, see {@code docs/search.md}.
 */
@Designate(ocd = StaticEmbedder.Config.class)
@Component(
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = {"xray.name=static", "xray.floor:Double=0.4"})
public final class StaticEmbedder implements Embedder {
    private static final String TABLE = "/words.table";

    /** Settings. */
    @ObjectClassDefinition(
            name = "Static embedder",
            description = "Embeds texts by a table of word vectors, in process and without a model.")
    @interface Config {
        @AttributeDefinition(
                name = "embedding-dims",
                min = "0",
                max = "8192",
                description =
                        "Length of the vectors, 0 to 8192; longer ones are cut and normalised again; 0, and more than the model has, is the model's own length.")
        int embedding_dims() default 0;

        @AttributeDefinition(
                name = "embedding-max-input-chars",
                min = "1",
                max = "100000",
                description = "Characters of a text that are embedded, 1 to 100000; the rest does not count.")
        int embedding_max_input_chars() default 8000;
    }

    private final Shape shape;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Optional<TableEmbedder> loaded = Optional.empty();

    /** @throws IOException when this bundle's table is of another version */
    @Activate
    public StaticEmbedder(Config config) throws IOException {
        this(config.embedding_dims(), config.embedding_max_input_chars());
    }

    StaticEmbedder(int dimensions, int maxInputChars) throws IOException {
        try (InputStream table = table()) {
            WordTable.Header header = WordTable.Header.read(table);
            int wanted = dimensions == 0 ? header.dimensions() : Math.min(dimensions, header.dimensions());
            shape = new Shape(header.hash(), wanted, maxInputChars);
        }
    }

    @Override
    public String fingerprint() {
        return shape.fingerprint();
    }

    @Override
    public int dimensions() {
        return shape.dimensions();
    }

    @Override
    public List<float[]> embed(List<String> texts) throws IOException {
        return loaded().embed(texts);
    }

    @Override
    public Embedder fittedTo(Iterable<String> texts) {
        return loadedOrFail().fittedTo(texts);
    }

    @Override
    public Embedder withFit(byte[] fit) {
        return loadedOrFail().withFit(fit);
    }

    private TableEmbedder loadedOrFail() {
        try {
            return loaded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TableEmbedder loaded() throws IOException {
        Optional<TableEmbedder> embedder = loaded;
        if (embedder.isPresent()) {
            return embedder.get();
        }
        reading.lock();
        try (InputStream table = table()) {
            if (loaded.isEmpty()) {
                loaded = Optional.of(new TableEmbedder(WordTable.read(table), shape, Optional.empty()));
            }
            return loaded.get();
        } finally {
            reading.unlock();
        }
    }

    private static InputStream table() throws IOException {
        InputStream table = StaticEmbedder.class.getResourceAsStream(TABLE);
        if (table == null) {
            throw new IOException("the table of word vectors is not in this build");
        }
        return table;
    }
}
