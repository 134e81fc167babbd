package ai.xray.runtime.archive;

import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.server.DataDirectory;
import ai.xray.runtime.server.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Puts a backup in place. All of it is on the disk before anything that is there is touched, what is there is moved aside and
 * never deleted, and the store comes last.
 */
public final class Restore {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final List<String> COMPANIONS = List.of("-wal", "-shm", "-journal");

    private final DataDirectory target;
    private final BackupFile backup;
    private final String suffix;

    /**
     * A restore into {@code target}, which is held by this process.
     *
     * @param now marks the names of what is moved aside
     */
    public Restore(DataDirectory target, BackupFile backup, Instant now) {
        this.target = target;
        this.backup = backup;
        suffix = ".before-restore-" + STAMP.format(now);
    }

    /**
     * Does it.
     *
     * @param force whether to move aside what is in the way
     * @return what was moved aside, under its new names
     * @throws RefusedException when something is in the way, or does not fit on the disk
     */
    public List<Path> run(boolean force) throws IOException {
        Map<Path, Path> inTheWay = inTheWay();
        if (!inTheWay.isEmpty() && !force) {
            Path first = inTheWay.keySet().iterator().next();
            throw new RefusedException(
                    "'%s' has a %s already; name an empty directory with --data-dir, or move aside what is there with --force."
                            .formatted(target.path(), first.getFileName()));
        }
        requireSpace();
        Map<String, PartFile> parts = new LinkedHashMap<>();
        try {
            for (String name : backup.manifest().files().keySet()) {
                PartFile part = PartFile.of(target.path().resolve(name));
                parts.put(name, part);
                backup.unpack(name, part.out());
                part.flush();
            }
            target.beginRestore();
            for (Map.Entry<Path, Path> file : inTheWay.entrySet()) {
                Files.move(file.getKey(), file.getValue(), StandardCopyOption.ATOMIC_MOVE);
            }
            // made from the store that was there
            delete(target.path().resolve("cache"));
            PartFile store = parts.get(BackupFile.STORE);
            for (PartFile part : parts.values()) {
                if (part != store) {
                    part.keep();
                }
            }
            store.keep();
            target.endRestore();
        } finally {
            for (PartFile part : parts.values()) {
                part.close();
            }
        }
        return List.copyOf(inTheWay.values());
    }

    /** What has a name that is needed, with the name it gets; a companion keeps belonging to its database. */
    private Map<Path, Path> inTheWay() {
        Map<Path, Path> found = new LinkedHashMap<>();
        for (String name : backup.manifest().files().keySet()) {
            note(found, name, name + suffix);
        }
        for (String companion : COMPANIONS) {
            note(found, BackupFile.STORE + companion, BackupFile.STORE + suffix + companion);
        }
        return found;
    }

    private void note(Map<Path, Path> found, String name, String aside) {
        Path file = target.path().resolve(name);
        if (Files.exists(file)) {
            Path free = target.path().resolve(aside);
            if (Files.exists(free)) {
                throw new RefusedException("'%s' exists already; try again in a second.".formatted(free));
            }
            found.put(file, free);
        }
    }

    private void requireSpace() throws IOException {
        long needed = 0;
        for (Manifest.Content content : backup.manifest().files().values()) {
            needed = Math.addExact(needed, content.bytes());
        }
        long free = Files.getFileStore(target.path()).getUsableSpace();
        if (needed > free) {
            throw new UnavailableException("--data-dir: '%s' has %,d bytes free; the backup needs %,d."
                    .formatted(target.path(), free, needed));
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(all::add);
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
