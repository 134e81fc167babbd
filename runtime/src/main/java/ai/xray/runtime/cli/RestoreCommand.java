package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.archive.BackupFile;
import ai.xray.runtime.archive.Restore;
import ai.xray.runtime.server.DataDirectory;
import ai.xray.runtime.settings.Configuration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code xray restore}: puts a backup in place; no server runs meanwhile. */
final class RestoreCommand implements Command {
    private static final String USAGE = "xray restore FILE [--data-dir DIR] [--force] [--json]";

    private final Console console;

    RestoreCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException {
        Installed installed = Installed.forArguments(args);
        Flags flags = new Flags(
                        "restore",
                        "Puts a backup in place, once every byte of it has been checked. No server may run on the data"
                                + " directory meanwhile.")
                .words("FILE", "What 'xray backup' made.")
                .toggle("force", "Move aside what is in the data directory; nothing is deleted.")
                .toggle("json", "Print the result as one JSON object.")
                .fewSettings(installed.settings());
        Optional<Given> given = flags.read(args, console.out());
        return given.isEmpty() ? Cli.OK : restore(given.get(), installed);
    }

    private int restore(Given given, Installed installed) throws IOException {
        Path file = ServerFlags.path(given.requireWord(USAGE));
        // Only the data directory is needed: what else is configured may be the very reason for a restore.
        Path target = Configuration.dataDirectory(System.getenv(), given.settings(installed.settings()));
        try (BackupFile backup = BackupFile.open(file, file);
                DataDirectory directory = DataDirectory.openToRestore(target)) {
            List<Path> aside =
                    new Restore(directory, backup, InstantSource.system().instant()).run(given.toggle("force"));
            show(backup, target, aside, given.toggle("json"));
        }
        return Cli.OK;
    }

    private void show(BackupFile backup, Path target, List<Path> aside, boolean json) {
        if (json) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("dataDir", target.toString());
            result.put("cells", backup.manifest().cells());
            result.put("createdAt", backup.manifest().createdAt());
            result.put("movedAside", aside.stream().map(Path::toString).toList());
            console.out().println(Json.write(result));
            return;
        }
        aside.forEach(old -> console.out().printf("moved aside %s%n", old));
        console.out()
                .printf(
                        "restored %d cells of %s to %s%n",
                        backup.manifest().cells(), backup.manifest().createdAt(), target);
    }
}
