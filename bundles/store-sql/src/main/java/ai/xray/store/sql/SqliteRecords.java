package ai.xray.store.sql;

import ai.xray.record.RecordStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Keeps records in a SQLite file of their own. */
@Designate(ocd = SqliteRecords.Config.class)
@Component(
        service = RecordStore.class,
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = RecordStore.NAME + "=sqlite")
public final class SqliteRecords extends SqlRecords {
    /** Steps as in {@link Schema#CURRENT}: one that was released is never edited. */
    private static final Schema SCHEMA = new Schema(List.of(List.of(
            "CREATE TABLE xray_store (schema_version INTEGER NOT NULL, last_revision BIGINT NOT NULL)",
            "INSERT INTO xray_store (schema_version, last_revision) VALUES (0, 0)",
            "CREATE TABLE xray_record (collection TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL,"
                    + " expires BIGINT NOT NULL, revision BIGINT NOT NULL, PRIMARY KEY (collection, id))",
            "CREATE INDEX xray_record_expires ON xray_record (expires)")));

    /** Settings. */
    @ObjectClassDefinition(name = "SQLite records", description = "Keeps sessions, keys and grants in a SQLite file.")
    @interface Config {
        @AttributeDefinition(
                name = "data-dir",
                description =
                        "Directory of the server's files, among them access.db with sessions, keys and grants, of whose"
                                + " secrets it holds digests alone.")
        String dataDir();
    }

    /** @throws IOException when the file cannot be used, with a sentence that says why and what to do */
    @Activate
    public SqliteRecords(Config config) throws IOException {
        this(
                Path.of(Objects.requireNonNull(config.dataDir(), "data-dir: a directory is required")),
                InstantSource.system());
    }

    SqliteRecords(Path directory, InstantSource clock) throws IOException {
        super(prepared(directory), clock);
    }

    private static Dialect prepared(Path directory) throws IOException {
        Dialect dialect = SqliteDialect.in(directory, SqliteFile.RECORDS);
        SCHEMA.prepare(dialect);
        return dialect;
    }

    @Deactivate
    @Override
    public void close() {
        super.close();
    }
}
