package ai.xray.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes files and their manifest as a zip. It is closed by {@link #finish} alone: were it closed when a file could not be
 * read, what there is would end like a whole one.
 */
final class BackupZip {
    private final ZipOutputStream zip;
    private final Manifest manifest;

    BackupZip(OutputStream out, Manifest manifest) {
        zip = new ZipOutputStream(out);
        zip.setLevel(Deflater.BEST_SPEED); // the server has others to serve meanwhile
        this.manifest = manifest;
    }

    /** Adds a file under its own name. */
    void add(Path file) throws IOException {
        String name = file.getFileName().toString();
        MessageDigest digest = sha256();
        zip.putNextEntry(new ZipEntry(name));
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            long bytes = in.transferTo(zip);
            manifest.add(name, bytes, HexFormat.of().formatHex(digest.digest()));
        }
        zip.closeEntry();
    }

    /** Adds the manifest and ends the zip. */
    void finish() throws IOException {
        zip.putNextEntry(new ZipEntry(Manifest.ENTRY));
        zip.write(manifest.json());
        zip.close();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
