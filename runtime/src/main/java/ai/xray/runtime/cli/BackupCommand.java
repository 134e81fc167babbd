package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.archive.BackupFile;
import ai.xray.runtime.archive.Manifest;
import ai.xray.runtime.archive.PartFile;
import ai.xray.runtime.client.Download;
import ai.xray.runtime.client.RestClient;
import ai.xray.runtime.client.ServerAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** {@code xray backup}: one consistent copy of the store, taken while the server serves. */
final class BackupCommand implements Command {
    private static final String USAGE = "xray backup FILE [--url URL] [--json]";

    private final Console console;

    BackupCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed = Installed.forArguments(args);
        Flags flags = ServerFlags.addTo(
                new Flags(
                                "backup",
                                "Saves the store, xray.yaml and the choice of features to one file, while the server"
                                        + " runs. A FILE is replaced when the new one is whole and checked.")
                        .words("FILE", "Where to write, for example memory-2026-11-30.zip."),
                installed);
        Optional<Given> given = flags.read(args, console.out());
        return given.isEmpty() ? Cli.OK : backUp(given.get(), installed);
    }

    private int backUp(Given given, Installed installed) throws IOException, BundleException, InterruptedException {
        Path file = ServerFlags.path(given.requireWord(USAGE));
        ServerFlags.requireData(given, installed);
        Manifest manifest;
        try (ServerAccess access = ServerFlags.connect(given, installed);
                PartFile part = PartFile.of(file)) {
            download(access.client(), part);
            part.flush();
            try (BackupFile backup = BackupFile.open(part.part(), file)) {
                manifest = backup.manifest();
            }
            part.keep();
        }
        show(file, manifest, given.toggle("json"));
        return Cli.OK;
    }

    private void download(RestClient client, PartFile part) throws IOException, InterruptedException {
        try (Download zip = client.download("/v1/admin/backup");
                Progress progress = new Progress(console, "saving", 0)) {
            zip.copyTo(part.out(), (buffer, length) -> progress.add(0, length));
        }
    }

    private void show(Path file, Manifest manifest, boolean json) throws IOException {
        long bytes = Files.size(file);
        if (json) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("file", file.toString());
            result.put("bytes", bytes);
            result.put("cells", manifest.cells());
            result.put("createdAt", manifest.createdAt());
            console.out().println(Json.write(result));
        } else {
            console.out().printf("saved %d cells to %s (%,d bytes)%n", manifest.cells(), file, bytes);
        }
    }
}
