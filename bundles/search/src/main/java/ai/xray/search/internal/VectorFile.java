package ai.xray.search.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The vectors one model made of texts, in a file that only grows, so that a model that is slow or costs money is asked once
 * for a text. Losing the file loses nothing but that. Thread-safe; one process at a time.
 *
 * <p>The file begins with {@value #HEADER_BYTES} bytes: the magic {@code XRAYVEC1}, the dimensions as an int, the length of
 * the fingerprint as an int, the fingerprint in ASCII, zeros. Records follow, each the hash of the text, the vector as floats,
 * and the CRC-32C of both. All big-endian. A record that was cut off or damaged ends the file.
 */
final class VectorFile implements AutoCloseable {
    static final int HEADER_BYTES = 256;

    private static final byte[] MAGIC = "XRAYVEC1".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_DIMENSIONS = 1 << 16;
    private static final int CRC_BYTES = 4;
    private static final int LEAST_TO_TRIM = 1024;

    private final Path path;
    private final String fingerprint;
    private final int dimensions;
    private final Map<TextHash, Integer> records = new HashMap<>();
    private final BitSet used = new BitSet();
    private FileChannel channel;
    private int count;

    private VectorFile(Path path, String fingerprint, int dimensions) {
        this.path = path;
        this.fingerprint = fingerprint;
        this.dimensions = dimensions;
    }

    /** Opens the file, or begins it anew when it is of another model. */
    static VectorFile open(Path path, String fingerprint, int dimensions) throws IOException {
        VectorFile file = new VectorFile(path, fingerprint, dimensions);
        file.channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            file.lock();
            file.load();
            return file;
        } catch (IOException | RuntimeException e) {
            file.channel.close();
            throw e;
        }
    }

    /** The dimensions that a file says its vectors have; 0 when it is no such file. */
    static int dimensionsOf(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
            boolean ours = channel.read(header, 0) == HEADER_BYTES
                    && Arrays.equals(MAGIC, Arrays.copyOf(header.array(), MAGIC.length));
            int dimensions = header.getInt(MAGIC.length);
            return ours && dimensions > 0 && dimensions <= MAX_DIMENSIONS ? dimensions : 0;
        }
    }

    synchronized Optional<float[]> get(TextHash text) throws IOException {
        Integer record = records.get(text);
        if (record == null) {
            return Optional.empty();
        }
        used.set(record);
        ByteBuffer bytes = read(record);
        bytes.position(TextHash.BYTES);
        float[] vector = new float[dimensions];
        bytes.asFloatBuffer().get(vector);
        return Optional.of(vector);
    }

    /** Appends the vectors; those of texts that are there already are skipped. */
    synchronized void put(Map<TextHash, float[]> vectors) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(vectors.size() * recordBytes());
        Map<TextHash, Integer> added = new HashMap<>();
        vectors.forEach((text, vector) -> {
            if (!records.containsKey(text) && vector.length == dimensions) {
                write(bytes, text, vector);
                added.put(text, count + added.size());
            }
        });
        write(bytes.flip(), position(count));
        count += added.size();
        records.putAll(added);
        added.values().forEach(used::set);
    }

    /** Drops the vectors nobody asked for since the file was opened, when they are three of four or more. */
    synchronized void trim() throws IOException {
        if (count < LEAST_TO_TRIM || 4L * used.cardinality() > count) {
            return;
        }
        Path part = path.resolveSibling(path.getFileName() + ".part");
        Files.deleteIfExists(part);
        try (VectorFile kept = open(part, fingerprint, dimensions)) {
            for (Map.Entry<TextHash, Integer> record : records.entrySet()) {
                if (used.get(record.getValue())) {
                    kept.append(read(record.getValue()), record.getKey());
                }
            }
        }
        channel.close();
        Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
        channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        lock();
        records.clear();
        used.clear();
        load();
        used.set(0, count);
    }

    synchronized int size() {
        return records.size();
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }

    /** While one version of this bundle takes the place of another both are there, and both would write at the same place. */
    private void lock() throws IOException {
        try {
            if (channel.tryLock() != null) {
                return; // until the channel is closed
            }
        } catch (OverlappingFileLockException e) {
            // told below
        }
        throw new IOException("%s is in use".formatted(path));
    }

    private void load() throws IOException {
        byte[] header = header();
        if (channel.size() < HEADER_BYTES
                || !Arrays.equals(readFully(0, HEADER_BYTES).array(), header)) {
            channel.truncate(0);
            write(ByteBuffer.wrap(header), 0);
        }
        count = 0;
        long whole = (channel.size() - HEADER_BYTES) / recordBytes();
        while (count < whole) {
            ByteBuffer bytes = readFully(position(count), recordBytes());
            if (crc(bytes) != bytes.getInt(recordBytes() - CRC_BYTES)) {
                break;
            }
            records.put(TextHash.read(bytes), count++);
        }
        channel.truncate(position(count));
    }

    private byte[] header() {
        byte[] name = fingerprint.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.put(MAGIC).putInt(dimensions).putInt(name.length);
        return header.put(name, 0, Math.min(name.length, header.remaining())).array();
    }

    private void write(ByteBuffer to, TextHash text, float[] vector) {
        ByteBuffer record = to.slice(to.position(), recordBytes());
        text.write(record);
        for (float component : vector) {
            record.putFloat(component);
        }
        record.putInt(crc(record));
        to.position(to.position() + recordBytes());
    }

    private void append(ByteBuffer record, TextHash text) throws IOException {
        write(record.rewind(), position(count));
        records.put(text, count++);
    }

    private ByteBuffer read(int record) throws IOException {
        return readFully(position(record), recordBytes());
    }

    private ByteBuffer readFully(long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new IOException("the file " + path + " is shorter than it was");
            }
        }
        return bytes.flip();
    }

    private void write(ByteBuffer bytes, long from) throws IOException {
        long at = from;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private int recordBytes() {
        return TextHash.BYTES + Float.BYTES * dimensions + CRC_BYTES;
    }

    private long position(int record) {
        return HEADER_BYTES + (long) record * recordBytes();
    }

    private int crc(ByteBuffer record) {
        CRC32C crc = new CRC32C();
        crc.update(record.slice(0, recordBytes() - CRC_BYTES));
        return (int) crc.getValue();
    }
}
