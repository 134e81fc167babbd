package ai.xray.runtime.imports;

import ai.xray.json.Json;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryCell;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Cells made of something else, as a file of lines that goes when this is closed. Used by one thread. */
public final class Conversion implements AutoCloseable {
    private final Path file;
    private final OutputStream out;
    private final List<String> names = new ArrayList<>();
    private final List<String> bad = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    Conversion() throws IOException {
        file = Files.createTempFile("xray-import", ".jsonl");
        out = new BufferedOutputStream(Files.newOutputStream(file));
    }

    /** One cell a line. */
    public Path file() {
        return file;
    }

    /** What each line was made of. */
    public LineNames names() {
        return number -> names.get(number - 1);
    }

    /** What could not be made into cells, a sentence each. */
    public List<String> bad() {
        return List.copyOf(bad);
    }

    /** What is worth knowing of what could, a sentence each. */
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(file);
    }

    /** A cell made of what is called {@code name}. */
    void add(String name, MemoryCell cell) throws IOException {
        names.add(name);
        out.write((Json.write(CellFields.of(cell)) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** What is called {@code name} cannot be made into cells, because it {@code what}. */
    void addBad(String name, String what) {
        bad.add(name + ": " + what);
    }

    void remark(String name, String what) {
        remarks.add(name + ": " + what);
    }

    /** All cells were added. */
    Conversion done() throws IOException {
        out.flush();
        return this;
    }
}
