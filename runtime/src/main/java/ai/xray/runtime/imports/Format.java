package ai.xray.runtime.imports;

import ai.xray.memory.Named;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What is imported. */
public enum Format implements Named {
    /** One cell a line, as an export has them. */
    CELLS,
    /** A folder of notes. */
    MARKDOWN,
    /** The memory of the MCP reference memory server. */
    MCP_MEMORY;

    @Override
    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The format of what is at {@code file}, told by what it is and by its first line. */
    public static Format of(Path file) throws IOException {
        if (Files.isDirectory(file)
                || file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".md")) {
            return MARKDOWN;
        }
        try (LineReader lines = new LineReader(file, number -> "line " + number)) {
            return lines.next().filter(McpMemoryFile::begins).isPresent() ? MCP_MEMORY : CELLS;
        }
    }
}
