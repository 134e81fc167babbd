package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.archive.PartFile;
import ai.xray.runtime.client.Download;
import ai.xray.runtime.client.RestClient;
import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** {@code xray export}: every cell as a line of JSON, in the order of the ids. */
final class ExportCommand implements Command {
    private static final String CELLS = "/v1/admin/cells";

    private final Console console;

    ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed = Installed.forArguments(args);
        Flags flags = ServerFlags.addTo(
                new Flags(
                                "export",
                                "Writes every cell, private ones included, as a line of JSON. A FILE is replaced when"
                                        + " the new one is whole.")
                        .words("[FILE]", "Where to write; nothing or - for standard output."),
                installed);
        Optional<Given> given = flags.read(args, console.out());
        return given.isEmpty() ? Cli.OK : export(given.get(), installed);
    }

    private int export(Given given, Installed installed) throws IOException, BundleException, InterruptedException {
        Optional<Path> file = given.word().filter(name -> !name.equals("-")).map(ServerFlags::path);
        boolean json = given.toggle("json");
        if (json && file.isEmpty()) {
            throw new UsageException("--json: standard output is where the cells go; name a FILE for them.");
        }
        ServerFlags.requireData(given, installed);
        try (ServerAccess access = ServerFlags.connect(given, installed)) {
            Progress done =
                    file.isPresent() ? toFile(access.client(), file.get()) : copy(access.client(), console.out());
            if (json) {
                console.out().println(Json.write(result(done, file.get())));
            } else {
                file.ifPresent(name -> console.out().printf("exported %d cells to %s%n", done.cells(), name));
            }
        }
        return Cli.OK;
    }

    private static Map<String, Object> result(Progress done, Path file) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", file.toString());
        result.put("cells", done.cells());
        result.put("bytes", done.bytes());
        return result;
    }

    private Progress toFile(RestClient client, Path file) throws IOException, InterruptedException {
        try (PartFile part = PartFile.of(file)) {
            Progress done = copy(client, part.out());
            part.keep();
            return done;
        }
    }

    private Progress copy(RestClient client, OutputStream out) throws IOException, InterruptedException {
        try (Download cells = client.download(CELLS);
                Progress progress = new Progress(console, "exporting", 0)) {
            cells.copyTo(out, (buffer, length) -> progress.add(lines(buffer, length), length));
            out.flush();
            return progress;
        }
    }

    private static int lines(byte[] buffer, int length) {
        int lines = 0;
        for (int i = 0; i < length; i++) {
            if (buffer[i] == '\n') {
                lines++;
            }
        }
        return lines;
    }
}
