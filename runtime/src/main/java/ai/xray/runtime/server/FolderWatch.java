package ai.xray.runtime.server;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;

/** Calls on its own thread when a folder has changed and is quiet again. */
final class FolderWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FolderWatch.class.getName());

    /** How long a folder must be quiet before it is read: copies come as many events. */
    private static final long QUIET_MILLIS = 100;

    /** How long a copy may pause before its file is taken for what it is. */
    private static final long PATIENCE_MILLIS = 2_000;

    /** Reads the folder. */
    interface Reader {
        /**
         * @param settled whether nothing has changed for a while
         * @return whether all of the folder could be read; if not, it is read again after a while without any change
         */
        boolean read(boolean settled);
    }

    private final Path folder;
    private final Reader reader;
    private final WatchService watcher;

    FolderWatch(Path folder, Reader reader) throws IOException {
        this.folder = folder;
        this.reader = reader;
        Files.createDirectories(folder);
        watcher = folder.getFileSystem().newWatchService();
        folder.register(
                watcher,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
    }

    /** Reads the folder now, and from now on whenever it changes. */
    void start() {
        boolean complete = reader.read(false);
        Thread.ofVirtual().name("watch " + folder.getFileName()).start(() -> watch(complete));
    }

    @Override
    public void close() throws IOException {
        watcher.close();
    }

    private void watch(boolean completeAtFirst) {
        boolean complete = completeAtFirst;
        try {
            while (true) {
                WatchKey key = complete ? watcher.take() : watcher.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                boolean settled = key == null;
                while (key != null) {
                    key.pollEvents();
                    key.reset();
                    key = watcher.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
                }
                complete = reader.read(settled);
            }
        } catch (ClosedWatchServiceException e) {
            LOG.log(Level.DEBUG, "no longer watching {0}", folder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
