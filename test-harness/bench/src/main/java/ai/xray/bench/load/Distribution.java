package ai.xray.bench.load;

import ai.xray.json.Json;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The unpacked distribution that is measured. */
record Distribution(Path home) {
    /** A command line of its program. */
    List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/xray").toAbsolutePath().toString());
        command.addAll(arguments);
        return command;
    }

    /** Puts the cells into the store of a data directory. */
    void fill(Path dataDir, List<MemoryCell> cells) throws IOException, InterruptedException {
        Path lines = Files.createTempFile("cells", ".jsonl");
        Path said = Files.createTempFile("import", ".log");
        try {
            Files.write(
                    lines, cells.stream().map(CellFields::of).map(Json::write).toList());
            Process process = new ProcessBuilder(
                            command(List.of("import", lines.toString(), "--data-dir", dataDir.toString())))
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new IOException("the cells were not imported: " + Files.readString(said));
            }
        } finally {
            Files.delete(lines);
            Files.delete(said);
        }
    }
}
