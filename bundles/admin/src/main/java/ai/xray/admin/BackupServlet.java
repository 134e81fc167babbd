package ai.xray.admin;

import static org.osgi.service.component.annotations.ConfigurationPolicy.REQUIRE;

import ai.xray.auth.Authenticator;
import ai.xray.memory.MemoryArchive;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code GET /v1/admin/backup} sends a zip with one consistent copy of the store, the settings of the data directory and last a
 * manifest; a failure on the way breaks the reply off. Needs the scope {@code xray:admin}.
 */
@Designate(ocd = BackupServlet.Config.class)
@Component(service = Servlet.class, configurationPolicy = REQUIRE)
@HttpWhiteboardServletPattern("/v1/admin/backup")
public final class BackupServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** What is saved of the data directory besides the store, where it is there. */
    private static final List<String> SETTINGS = List.of("xray.yaml", "features.properties", "settings.properties");

    @ObjectClassDefinition(name = "Backup", description = "Saves everything the server keeps.")
    @interface Config {
        @AttributeDefinition(
                name = "data-dir",
                description =
                        "Directory of the server's files; a backup that is being made needs room there for one more copy"
                                + " of the store.")
        String data_dir();
    }

    private final transient Admission admission;
    private final transient MemoryArchive archive;
    private final transient Turns turns;
    private final transient Path directory;
    private final transient Copies copies;
    private final transient InstantSource clock;
    private final String version;

    @Activate
    public BackupServlet(
            @Reference Authenticator authenticator,
            @Reference MemoryArchive archive,
            @Reference Turns turns,
            BundleContext context,
            Config config) {
        this(
                authenticator,
                archive,
                turns,
                Path.of(Objects.requireNonNull(config.data_dir(), "data-dir: a directory is required")),
                context.getBundle().getVersion().toString(),
                InstantSource.system());
    }

    BackupServlet(
            Authenticator authenticator,
            MemoryArchive archive,
            Turns turns,
            Path directory,
            String version,
            InstantSource clock) {
        admission = new Admission(authenticator);
        this.archive = archive;
        this.turns = turns;
        this.directory = directory;
        this.version = version;
        this.clock = clock;
        copies = new Copies(directory.resolve("cache"));
        copies.deleteLeftovers();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        Parameters.of(request, List.of());
        turns.take(() -> {
            Path folder = copies.begin();
            try {
                Path copy = folder.resolve("memory.db");
                Manifest manifest = new Manifest(version, clock.instant(), archive.size());
                archive.backUp(copy);
                send(response, copy, manifest);
            } finally {
                copies.delete(folder);
            }
        });
    }

    private void send(HttpServletResponse response, Path copy, Manifest manifest) throws IOException {
        response.setContentType("application/zip");
        BackupZip zip = new BackupZip(response.getOutputStream(), manifest);
        zip.add(copy);
        for (String name : SETTINGS) {
            Path file = directory.resolve(name);
            if (Files.exists(file)) {
                zip.add(file);
            }
        }
        zip.finish();
    }
}
