package ai.xray.runtime.imports;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.MemoryArchive.Existing;
import ai.xray.memory.MemoryArchive.Taken;
import ai.xray.memory.Spelling;
import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.client.RestClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sends cells to a server in batches: first all of them to be looked at, then all of them to be stored, so that one that
 * cannot be stored keeps all of them out. Doing it again changes nothing, so one that was cut off is finished that way.
 */
public final class Importer {
    /** Is told how far it is. */
    @FunctionalInterface
    public interface Observer {
        /** So many more lines, of so many bytes, were dealt with. */
        void done(long lines, long bytes);
    }

    private final RestClient client;
    private final Path file;
    private final LineNames names;
    private final Existing existing;

    /**
     * An import.
     *
     * @param file one cell a line
     * @param existing which version of a cell stays
     */
    public Importer(RestClient client, Path file, LineNames names, Existing existing) {
        this.client = client;
        this.file = file;
        this.names = names;
        this.existing = existing;
    }

    /**
     * Tells what {@link #write} would do.
     *
     * @throws RefusedException when a line is not a cell that can be stored; it names the line
     */
    public Taken preview(Observer observer) throws IOException, InterruptedException {
        return send(true, observer);
    }

    /** Stores all cells. */
    public Taken write(Observer observer) throws IOException, InterruptedException {
        return send(false, observer);
    }

    private Taken send(boolean preview, Observer observer) throws IOException, InterruptedException {
        Taken sum = Taken.NONE;
        Map<String, Integer> ids = new HashMap<>();
        Batch batch = new Batch();
        try (LineReader lines = new LineReader(file, names)) {
            for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
                if (preview) {
                    check(line.get(), lines.number(), ids);
                }
                if (!batch.takes(line.get().length)) {
                    sum = sum.plus(send(batch, preview, observer));
                    batch = new Batch();
                }
                batch.add(line.get(), lines.number());
            }
        }
        return batch.lines() == 0 ? sum : sum.plus(send(batch, preview, observer));
    }

    /** What a server that sees one batch at a time cannot find: the same id in two of them. */
    private void check(byte[] line, int number, Map<String, Integer> ids) {
        try {
            if (Json.asObject(Json.read(line)).get("id") instanceof String id) {
                Integer before = ids.putIfAbsent(id, number);
                if (before != null) {
                    throw new RefusedException("%s, id: '%s' is the id of %s already."
                            .formatted(names.of(number), Spelling.excerpt(id), names.of(before)));
                }
            }
        } catch (JsonException e) {
            // the line's own number is the one to look for
            String problem = e.getMessage().replace("at line 1, column", "at column");
            throw new RefusedException("%s: %s.".formatted(names.of(number), problem));
        }
    }

    private Taken send(Batch batch, boolean preview, Observer observer) throws InterruptedException {
        byte[] body = batch.body();
        String path = "/v1/admin/cells?existing=%s&preview=%s".formatted(existing.wire(), preview);
        try {
            Taken taken = taken(client.send("POST", path, "application/x-ndjson", body));
            observer.done(batch.lines(), body.length);
            return taken;
        } catch (RefusedException e) {
            throw new RefusedException(batch.rename(e.getMessage(), names));
        }
    }

    private static Taken taken(Map<String, Object> reply) {
        return new Taken(
                count(reply, "created"), count(reply, "replaced"), count(reply, "unchanged"), count(reply, "kept"));
    }

    private static long count(Map<String, Object> reply, String name) {
        return reply.get(name) instanceof Long count ? count : 0;
    }
}
