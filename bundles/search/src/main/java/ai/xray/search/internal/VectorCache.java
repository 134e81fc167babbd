package ai.xray.search.internal;

import ai.xray.search.Embedder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Vectors of texts, from disk where the model made them before. A cache that fails is told once and done without.
 * Thread-safe.
 */
final class VectorCache implements AutoCloseable {
    private static final Logger LOG = System.getLogger(VectorCache.class.getName());

    private final Path folder;
    private final Map<String, VectorFile> files = new HashMap<>();
    private boolean failed;

    /** @param folder where a file for each model lies */
    VectorCache(Path folder) {
        this.folder = folder;
    }

    /**
     * The vectors of {@code texts}, by the text's hash.
     *
     * @throws IOException when the embedder fails, or gives what are no vectors of these texts
     */
    Map<TextHash, float[]> vectors(Embedder embedder, Map<TextHash, String> texts) throws IOException {
        if (embedder.quick()) {
            return embedded(embedder, texts);
        }
        Map<TextHash, float[]> vectors = new LinkedHashMap<>();
        Map<TextHash, String> missing = new LinkedHashMap<>();
        Optional<VectorFile> known = known(embedder.fingerprint());
        texts.forEach((hash, text) -> known.flatMap(file -> read(file, hash))
                .ifPresentOrElse(vector -> vectors.put(hash, vector), () -> missing.put(hash, text)));
        if (!missing.isEmpty()) {
            Map<TextHash, float[]> made = embedded(embedder, missing);
            write(embedder.fingerprint(), made);
            vectors.putAll(made);
        }
        return vectors;
    }

    /** Lets go of what this model made for texts that are no more. */
    synchronized void trim(Embedder embedder) {
        VectorFile file = files.get(embedder.fingerprint());
        if (file != null) {
            try {
                file.trim();
            } catch (IOException e) {
                fail(e);
            }
        }
    }

    @Override
    public synchronized void close() {
        files.values().forEach(file -> {
            try {
                file.close();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "a file of vectors did not close", e);
            }
        });
        files.clear();
    }

    private static Map<TextHash, float[]> embedded(Embedder embedder, Map<TextHash, String> texts) throws IOException {
        List<float[]> vectors = embedder.embed(new ArrayList<>(texts.values()));
        if (vectors.size() != texts.size()) {
            throw new IOException("the embedder gave %d vectors for %d texts".formatted(vectors.size(), texts.size()));
        }
        Map<TextHash, float[]> made = new LinkedHashMap<>();
        int i = 0;
        for (TextHash hash : texts.keySet()) {
            made.put(hash, vectors.get(i++));
        }
        return made;
    }

    /** A file that is there already; one is begun only when the length of its vectors is known. */
    private synchronized Optional<VectorFile> known(String fingerprint) {
        VectorFile file = files.get(fingerprint);
        if (file != null || failed || !Files.exists(path(fingerprint))) {
            return Optional.ofNullable(file);
        }
        try {
            int dimensions = VectorFile.dimensionsOf(path(fingerprint));
            return dimensions < 1 ? Optional.empty() : Optional.of(open(fingerprint, dimensions));
        } catch (IOException e) {
            fail(e);
            return Optional.empty();
        }
    }

    private Optional<float[]> read(VectorFile file, TextHash hash) {
        try {
            return file.get(hash);
        } catch (IOException e) {
            fail(e);
            return Optional.empty();
        }
    }

    private synchronized void write(String fingerprint, Map<TextHash, float[]> made) {
        if (failed) {
            return;
        }
        try {
            int dimensions = made.values().iterator().next().length;
            open(fingerprint, dimensions).put(made);
        } catch (IOException e) {
            fail(e);
        }
    }

    private VectorFile open(String fingerprint, int dimensions) throws IOException {
        VectorFile file = files.get(fingerprint);
        if (file == null) {
            Files.createDirectories(folder);
            file = VectorFile.open(path(fingerprint), fingerprint, dimensions);
            files.put(fingerprint, file);
        }
        return file;
    }

    private Path path(String fingerprint) {
        String name = UUID.nameUUIDFromBytes(fingerprint.getBytes(StandardCharsets.UTF_8))
                .toString();
        return folder.resolve(name + ".vectors");
    }

    private synchronized void fail(IOException reason) {
        if (!failed) {
            failed = true;
            LOG.log(Level.WARNING, "vectors are not kept on disk until the next start: {0}", reason.getMessage());
        }
    }
}
