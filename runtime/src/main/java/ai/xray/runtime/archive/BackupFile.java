package ai.xray.runtime.archive;

import ai.xray.memory.Spelling;
import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.server.IoFailure;
import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A backup: a zip of the files that its manifest lists, and nothing else. Names are matched, never used as paths, and no more
 * is unpacked than the manifest says there is.
 */
public final class BackupFile implements AutoCloseable {
    /** The name of the store's copy. */
    static final String STORE = "memory.db";

    private static final String MANIFEST = "manifest.json";
    private static final int MAX_MANIFEST_BYTES = 64 * 1024;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final ZipFile zip;
    private final Manifest manifest;

    private BackupFile(ZipFile zip) throws IOException {
        this.zip = zip;
        ZipEntry entry = zip.getEntry(MANIFEST);
        if (entry == null) {
            throw new RefusedException("has no manifest, so it is no backup or not a whole one.");
        }
        try (InputStream text = zip.getInputStream(entry)) {
            byte[] bytes = text.readNBytes(MAX_MANIFEST_BYTES + 1);
            if (bytes.length > MAX_MANIFEST_BYTES) {
                throw new RefusedException("has a manifest of more than %,d bytes.".formatted(MAX_MANIFEST_BYTES));
            }
            manifest = Manifest.parse(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /**
     * Opens a backup and checks every byte of it.
     *
     * @param shown how the user knows the file
     * @throws RefusedException when it is not a whole backup
     * @throws UnavailableException when it cannot be read
     */
    public static BackupFile open(Path file, Path shown) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new UnavailableException("'%s' does not exist, or is not a file.".formatted(shown));
        }
        ZipFile zip = null;
        boolean whole = false;
        try {
            zip = new ZipFile(file.toFile());
            BackupFile backup = new BackupFile(zip);
            backup.check();
            whole = true;
            return backup;
        } catch (RefusedException e) {
            throw new RefusedException("'%s' %s".formatted(shown, e.getMessage()));
        } catch (ZipException e) {
            throw new RefusedException("'%s' is not a backup: it is not a whole zip file.".formatted(shown));
        } catch (IOException e) {
            throw new UnavailableException("'%s' cannot be read (%s).".formatted(shown, IoFailure.reason(e)), e);
        } finally {
            if (zip != null && !whole) {
                zip.close();
            }
        }
    }

    /** What it says it holds. */
    public Manifest manifest() {
        return manifest;
    }

    /** Writes one of its files to {@code out}, if it is what the manifest says. */
    void unpack(String name, OutputStream out) throws IOException {
        Manifest.Content content = manifest.files().get(name);
        MessageDigest sum = sha256();
        long left = content.bytes();
        try (InputStream bytes = zip.getInputStream(zip.getEntry(name))) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
                left -= read;
                if (left < 0) {
                    throw damaged(name);
                }
                sum.update(buffer, 0, read);
                out.write(buffer, 0, read);
            }
        }
        if (left != 0 || !HexFormat.of().formatHex(sum.digest()).equals(content.sha256())) {
            throw damaged(name);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    private void check() throws IOException {
        Set<String> names = new HashSet<>();
        for (ZipEntry entry : Collections.list(zip.entries())) {
            boolean ours = entry.getName().equals(MANIFEST) || manifest.files().containsKey(entry.getName());
            if (!ours || !names.add(entry.getName())) {
                throw new RefusedException("holds '%s', which its manifest does not list once."
                        .formatted(Spelling.excerpt(entry.getName())));
            }
        }
        for (String name : manifest.files().keySet()) {
            if (!names.contains(name)) {
                throw new RefusedException("lacks '%s', which its manifest lists.".formatted(name));
            }
            unpack(name, OutputStream.nullOutputStream());
        }
    }

    private static RefusedException damaged(String name) {
        return new RefusedException("is damaged: '%s' in it is not what its manifest says.".formatted(name));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
