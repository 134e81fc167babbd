package ai.xray.store.sql;

import ai.xray.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Keeps cells in a SQLite file. */
@Designate(ocd = SqliteStore.Config.class)
@Component(
        service = MemoryStore.class,
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = MemoryStore.NAME + "=sqlite")
public final class SqliteStore extends SqlStore {
    /** Settings. */
    @ObjectClassDefinition(name = "SQLite store", description = "Keeps cells in a SQLite file.")
    @interface Config {
        @AttributeDefinition(
                name = "data-dir",
                description =
                        "Directory of the server's files, among them memory.db with all cells; created if only its last part is missing.")
        String dataDir();
    }

    /** @throws IOException when the file cannot be used, with a sentence that says why and what to do */
    @Activate
    public SqliteStore(Config config) throws IOException {
        this(Path.of(Objects.requireNonNull(config.dataDir(), "data-dir: a directory is required")));
    }

    SqliteStore(Path directory) throws IOException {
        super(SqliteDialect.in(directory), Schema.CURRENT);
    }

    @Deactivate
    @Override
    public void close() {
        super.close();
    }
}
