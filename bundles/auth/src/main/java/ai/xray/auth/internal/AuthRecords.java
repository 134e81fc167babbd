package ai.xray.auth.internal;

import ai.xray.record.RecordStore;
import java.time.InstantSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Where this bundle keeps its records, and the clock they expire by: the one place that chooses the store. */
@Designate(ocd = AuthRecords.Config.class)
@Component(service = AuthRecords.class, configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class AuthRecords {
    @ObjectClassDefinition(name = "Access records", description = "Where sessions, keys and grants are kept.")
    @interface Config {
        @AttributeDefinition(
                name = "store",
                description =
                        "Where cells are kept: sqlite, a file under data-dir, or memory, which forgets them when the"
                                + " process ends.")
        String store_target() default "(xray.name=sqlite)";
    }

    private final RecordStore store;
    private final InstantSource clock;

    @Activate
    public AuthRecords(@Reference(name = "store") RecordStore store) {
        this(store, InstantSource.system());
    }

    /** Records in {@code store}, whose times are those of {@code clock}. */
    public AuthRecords(RecordStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** The store. */
    public RecordStore store() {
        return store;
    }

    /** What time it is for them. */
    public InstantSource clock() {
        return clock;
    }
}
