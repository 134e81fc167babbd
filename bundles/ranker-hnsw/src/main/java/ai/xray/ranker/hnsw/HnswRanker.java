package ai.xray.ranker.hnsw;

import ai.xray.search.VectorIndex;
import ai.xray.search.VectorRanker;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Opens indexes that find neighbours as this package's documentation says. */
@Designate(ocd = HnswRanker.Config.class)
@Component(configurationPolicy = ConfigurationPolicy.REQUIRE, property = "xray.name=hnsw")
public final class HnswRanker implements VectorRanker {
    @ObjectClassDefinition(name = "Vector search", description = "How the nearest among many vectors are found.")
    @interface Config {
        @AttributeDefinition(
                name = "hnsw-m",
                description =
                        "Links that a vector makes on each level of the graph, 4 to 64; more find more of the nearest"
                                + " and take memory, about 16 bytes each.",
                min = "" + HnswParameters.LEAST_M,
                max = "" + HnswParameters.MOST_M)
        int hnsw_m() default HnswParameters.DEFAULT_M;

        @AttributeDefinition(
                name = "hnsw-ef-construction",
                description =
                        "Candidates that the links of a new vector are chosen from, 8 to 2000; more find more of the"
                                + " nearest and make building slower.",
                min = "" + HnswParameters.LEAST_EF,
                max = "" + HnswParameters.MOST_EF)
        int hnsw_ef_construction() default HnswParameters.DEFAULT_EF_CONSTRUCTION;

        @AttributeDefinition(
                name = "hnsw-ef",
                description =
                        "Candidates that a search keeps, 8 to 2000; more find more of the nearest and make searches"
                                + " slower. 0 is for 64 to 512: as few as find 98% of the ten nearest, measured behind"
                                + " on the questions asked last.",
                min = "" + HnswParameters.MEASURED,
                max = "" + HnswParameters.MOST_EF)
        int hnsw_ef() default HnswParameters.DEFAULT_EF;
    }

    private final HnswParameters parameters;
    private final Kernel kernel = Kernel.fastest();

    /** @throws IllegalArgumentException when a setting is out of bounds, with a sentence that names it */
    @Activate
    public HnswRanker(Config config) {
        this(new HnswParameters(config.hnsw_m(), config.hnsw_ef_construction(), config.hnsw_ef()));
    }

    HnswRanker(HnswParameters parameters) {
        this.parameters = parameters;
    }

    @Override
    public <A> VectorIndex<A> open(int dimensions) {
        return new OpenIndex<>(new HnswIndex<>(dimensions, parameters, kernel));
    }
}
