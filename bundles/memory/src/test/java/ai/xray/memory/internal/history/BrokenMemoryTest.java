package ai.xray.memory.internal.history;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import ai.xray.memory.internal.MapStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** That the histories would tell: each of these memories is broken on purpose, and caught. */
class BrokenMemoryTest {
    private static final int MOST_ROUNDS = 200;

    private interface Play {
        Optional<String> round(long seed, MemoryStore store) throws Exception;
    }

    private static void requireCaught(Play play, Supplier<MemoryStore> broken, String expected) throws Exception {
        for (int seed = 1; seed <= MOST_ROUNDS; seed++) {
            Optional<String> violation = play.round(seed, broken.get());
            if (violation.isPresent()) {
                assertThat(violation.get()).contains("seed " + seed, expected);
                return;
            }
        }
        throw new AssertionError("not caught in " + MOST_ROUNDS + " histories");
    }

    @Test
    void lostUpdateIsCaught() throws Exception {
        requireCaught(Round::ofTwo, LosingUpdates::new, "subject ids");
    }

    @Test
    void staleReadIsCaught() throws Exception {
        requireCaught(Round::ofOne, ReadingBehind::new, "subject");
    }

    @Test
    void halfSupersedeIsCaught() throws Exception {
        requireCaught(Round::ofOne, WritingHalves::new, "Supersede");
    }

    @Test
    void acknowledgedWriteThatNeverHappenedIsCaught() throws Exception {
        requireCaught(Round::ofOne, Forgetting::new, "subject");
    }

    /** A store over another one, so that each of those below says only what it does wrong. */
    private static class Store implements MemoryStore {
        final MapStore sound = new MapStore();

        @Override
        public Map<String, StoredCell> get(Collection<String> ids) throws IOException {
            return sound.get(ids);
        }

        @Override
        public void scan(Consumer<StoredCell> visitor) throws IOException {
            sound.scan(visitor);
        }

        @Override
        public List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
            return sound.commit(writes);
        }
    }

    /** Writes whatever was written meanwhile: of two writers the later one wins with what it read before. */
    private static final class LosingUpdates extends Store {
        @Override
        public List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
            synchronized (this) {
                List<MemoryWrite> forced = new ArrayList<>();
                for (MemoryWrite write : writes) {
                    long held = sound.get(write.id()).map(StoredCell::revision).orElse(MemoryWrite.ABSENT);
                    forced.add(
                            switch (write) {
                                case MemoryWrite.Put put -> new MemoryWrite.Put(put.cell(), held);
                                case MemoryWrite.Delete delete -> new MemoryWrite.Delete(delete.id(), held);
                            });
                }
                return sound.commit(forced);
            }
        }
    }

    /** Answers one read in ten with what there was before the last change. */
    private static final class ReadingBehind extends Store {
        private final Map<String, StoredCell> before = new ConcurrentHashMap<>();
        private final AtomicInteger reads = new AtomicInteger();

        @Override
        public Map<String, StoredCell> get(Collection<String> ids) throws IOException {
            Map<String, StoredCell> cells = super.get(ids);
            if (reads.incrementAndGet() % 10 == 0) {
                ids.forEach(id -> Optional.ofNullable(before.get(id)).ifPresent(old -> cells.put(id, old)));
            }
            return cells;
        }

        @Override
        public List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
            for (MemoryWrite write : writes) {
                sound.get(write.id()).ifPresent(old -> before.put(write.id(), old));
            }
            return super.commit(writes);
        }
    }

    /** Writes the first of several writes and says that it wrote them all. */
    private static final class WritingHalves extends Store {
        @Override
        public List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
            List<Long> revisions = new ArrayList<>(super.commit(writes.subList(0, 1)));
            while (revisions.size() < writes.size()) {
                revisions.add(revisions.getLast() + 1);
            }
            return revisions;
        }
    }

    /** Says of one commit in ten that it happened when it did not. */
    private static final class Forgetting extends Store {
        private final AtomicInteger commits = new AtomicInteger();

        @Override
        public List<Long> commit(List<MemoryWrite> writes) throws IOException, StoreConflict {
            if (commits.incrementAndGet() % 10 == 0) {
                return writes.stream().map(write -> write.expected() + 1).toList();
            }
            return super.commit(writes);
        }
    }
}
