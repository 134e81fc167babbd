package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryArchive.Existing;
import ai.xray.memory.MemoryArchive.Taken;
import ai.xray.memory.Named;
import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.imports.Conversion;
import ai.xray.runtime.imports.Format;
import ai.xray.runtime.imports.Importer;
import ai.xray.runtime.imports.LineNames;
import ai.xray.runtime.imports.MarkdownFolder;
import ai.xray.runtime.imports.McpMemoryFile;
import ai.xray.runtime.server.IoFailure;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** {@code xray import}: takes in cells, and what can be made into cells. */
final class ImportCommand implements Command {
    private static final String USAGE = "xray import FILE|DIR|- [--format auto|cells|markdown|mcp-memory]"
            + " [--existing newer|keep|replace] [--dry-run] [--json]";
    private static final LineNames BY_NUMBER = number -> "line " + number;

    /** What the flags say of how to import. */
    private record Wishes(
            Optional<Format> format,
            Existing existing,
            Optional<Kind> kind,
            boolean dryRun,
            boolean skipBad,
            boolean json) {
        static Wishes of(Given given) {
            return new Wishes(
                    constant(given, "format", List.of(Format.values()), "auto"),
                    constant(given, "existing", List.of(Existing.values())).orElse(Existing.NEWER),
                    constant(given, "kind", Kind.writableKinds()),
                    given.toggle("dry-run"),
                    given.toggle("skip-bad"),
                    given.toggle("json"));
        }
    }

    private final Console console;

    ImportCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed = Installed.forArguments(args);
        Flags flags = ServerFlags.addTo(
                new Flags(
                                "import",
                                "Stores cells from an export, a folder of Markdown notes, or the memory file of the MCP"
                                        + " reference server. All of it is checked before any of it is stored; run again"
                                        + " after an interruption, it goes on where it stopped.")
                        .words("FILE|DIR|-", "What to read; - for standard input, which must hold cells.")
                        .value("format", "FORMAT", "One of: auto, cells, markdown, mcp-memory. Default: auto.")
                        .value(
                                "existing",
                                "WHICH",
                                "Which version of a cell stays: newer, keep (the one that is there), replace (the one"
                                        + " that comes). Default: newer.")
                        .value("kind", "KIND", "What notes and entities become. Default: note, without a deadline.")
                        .toggle("dry-run", "Only say what would be done.")
                        .toggle("skip-bad", "Import the rest when some notes or entities cannot be read."),
                installed);
        Optional<Given> given = flags.read(args, console.out());
        return given.isEmpty() ? Cli.OK : run(given.get(), installed);
    }

    private int run(Given given, Installed installed) throws IOException, BundleException, InterruptedException {
        Wishes wishes = Wishes.of(given);
        String name = given.requireWord(USAGE);
        if (!name.equals("-")) {
            return run(ServerFlags.path(name), wishes, given, installed);
        }
        // Read twice, so it is kept in between.
        Path copy = Files.createTempFile("xray-import", ".jsonl");
        try {
            Files.copy(System.in, copy, StandardCopyOption.REPLACE_EXISTING);
            if (wishes.format().orElseGet(() -> formatOf(copy)) != Format.CELLS) {
                throw new UsageException("standard input: only cells are read from there; name the file or directory.");
            }
            return run(copy, wishes, given, installed);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private int run(Path input, Wishes wishes, Given given, Installed installed)
            throws IOException, BundleException, InterruptedException {
        if (!Files.isReadable(input)) {
            throw new UnavailableException("'%s' does not exist, or may not be read.".formatted(input));
        }
        Format format = wishes.format().orElseGet(() -> formatOf(input));
        if (Files.isDirectory(input) != (format == Format.MARKDOWN)) {
            throw new UsageException(
                    format == Format.MARKDOWN
                            ? "'%s' is not a directory; notes are imported by naming the directory they are in."
                                    .formatted(input)
                            : "'%s' is a directory; %s are read from a file.".formatted(input, format.wire()));
        }
        if (format == Format.CELLS) {
            if (wishes.kind().isPresent() || wishes.skipBad()) {
                throw new UsageException(
                        "--kind and --skip-bad: are for notes and entities; cells are taken as they are.");
            }
            return send(input, BY_NUMBER, List.of(), format, wishes, given, installed);
        }
        Kind kind = wishes.kind().orElse(Kind.NOTE);
        try (Conversion conversion = format == Format.MARKDOWN
                ? new MarkdownFolder(input, kind).convert()
                : new McpMemoryFile(input, kind).convert()) {
            conversion.remarks().forEach(console.err()::println);
            conversion.bad().forEach(console.err()::println);
            int bad = conversion.bad().size();
            if (bad > 0 && !wishes.skipBad()) {
                throw new RefusedException(
                        "%d of them cannot be imported, so nothing was stored; mend them, or leave them out with --skip-bad."
                                .formatted(bad));
            }
            return send(conversion.file(), conversion.names(), conversion.bad(), format, wishes, given, installed);
        }
    }

    private int send(
            Path cells,
            LineNames names,
            List<String> skipped,
            Format format,
            Wishes wishes,
            Given given,
            Installed installed)
            throws IOException, BundleException, InterruptedException {
        try (ServerAccess access = ServerFlags.connect(given, installed)) {
            Importer importer = new Importer(access.client(), cells, names, wishes.existing());
            Taken taken;
            try (Progress progress = new Progress(console, "checking", Files.size(cells))) {
                taken = importer.preview(progress::add);
            }
            if (!wishes.dryRun()) {
                taken = write(importer, cells);
            }
            show(taken, skipped, format, wishes);
        }
        return Cli.OK;
    }

    private Taken write(Importer importer, Path cells) throws IOException, InterruptedException {
        try (Progress progress = new Progress(console, "importing", Files.size(cells))) {
            try {
                return importer.write(progress::add);
            } catch (UnavailableException e) {
                throw new UnavailableException(
                        "stopped after %d cells, which are stored: %s Run it again: it goes on where it stopped."
                                .formatted(progress.cells(), e.getMessage()),
                        e);
            }
        }
    }

    private void show(Taken taken, List<String> skipped, Format format, Wishes wishes) {
        if (wishes.json()) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("format", format.wire());
            result.put("dryRun", wishes.dryRun());
            result.put("created", taken.created());
            result.put("replaced", taken.replaced());
            result.put("unchanged", taken.unchanged());
            result.put("kept", taken.kept());
            result.put("skipped", skipped);
            console.out().println(Json.write(result));
            return;
        }
        console.out()
                .printf(
                        "%screated %d, replaced %d, unchanged %d, kept %d%n",
                        wishes.dryRun() ? "would be: " : "",
                        taken.created(),
                        taken.replaced(),
                        taken.unchanged(),
                        taken.kept());
    }

    private static Format formatOf(Path file) {
        try {
            return Format.of(file);
        } catch (IOException e) {
            throw new UnavailableException("'%s' cannot be read (%s).".formatted(file, IoFailure.reason(e)), e);
        }
    }

    /** The constant that the flag {@code name} names; empty without the flag, or for one of {@code others}. */
    private static <E extends Named> Optional<E> constant(
            Given given, String name, Collection<E> constants, String... others) {
        Optional<String> text =
                given.value(name).filter(value -> !Arrays.asList(others).contains(value));
        return text.map(value -> constants.stream()
                .filter(constant -> constant.wire().equals(value))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> names = new ArrayList<>(List.of(others));
                    names.addAll(Named.wires(constants));
                    return UsageException.unknown("--" + name, value, names);
                }));
    }
}
