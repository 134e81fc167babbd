package ai.xray.store.sql;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** What a failing disk does to the file of a closed store. */
final class Damage {
    static final int PAGE_BYTES = 4096;

    private Damage() {}

    /** Overwrites the head of each page from {@code first} on, counted from 0. */
    static void everyPageFrom(int first, Path file) throws IOException {
        try (RandomAccessFile pages = new RandomAccessFile(file.toFile(), "rw")) {
            for (long at = (long) first * PAGE_BYTES; at < pages.length(); at += PAGE_BYTES) {
                pages.seek(at);
                pages.write(new byte[] {13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
            }
        }
    }

    /** Flips all bits of {@code length} bytes. */
    static void flip(Path file, long offset, int length) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] flipped = new byte[length];
            bytes.seek(offset);
            bytes.readFully(flipped);
            for (int i = 0; i < length; i++) {
                flipped[i] = (byte) ~flipped[i];
            }
            bytes.seek(offset);
            bytes.write(flipped);
        }
    }
}
