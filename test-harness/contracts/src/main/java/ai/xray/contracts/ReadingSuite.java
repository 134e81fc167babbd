package ai.xray.contracts;

import static ai.xray.contracts.MemoryStoreCells.full;
import static ai.xray.contracts.MemoryStoreCells.number;
import static ai.xray.contracts.MemoryStoreCells.numbered;
import static ai.xray.contracts.StoreCalls.commit;
import static ai.xray.contracts.StoreCalls.contents;
import static ai.xray.contracts.StoreCalls.put;
import static ai.xray.memory.MemoryWrite.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Delete;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoreConflict;
import ai.xray.memory.StoredCell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reads show, in which order, and what they leave alone. */
abstract class ReadingSuite extends StoreSuite {
    ReadingSuite(Supplier<MemoryStore> store) {
        super(store);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 50, 255, 256, 257, 700})
    void manyIdsAreReadAtOnce(int wanted) throws Exception {
        List<MemoryWrite> writes = new ArrayList<>();
        Set<String> existing = new HashSet<>();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            writes.add(new Put(numbered("cell-" + i, i), ABSENT));
            existing.add("cell-" + i);
            ids.add("cell-" + i);
            ids.add("absent-" + i);
            ids.add("cell-" + i / 2);
        }
        writes.add(new Put(numbered("not asked for", 0), ABSENT));
        store().commit(writes);

        Map<String, StoredCell> found = store().get(ids);

        assertThat(found.keySet()).isEqualTo(existing);
        assertThat(found)
                .allSatisfy((id, stored) -> assertThat(stored.cell().id()).isEqualTo(id));
    }

    @Test
    void scanShowsCellsInTheOrderOfTheirCodePoints() throws Exception {
        List<String> ids = idsOfEveryPlane();
        Collections.shuffle(ids, new Random(1));
        for (int from = 0; from < ids.size(); from += 10) {
            List<MemoryWrite> writes = new ArrayList<>();
            for (String id : ids.subList(from, Math.min(from + 10, ids.size()))) {
                writes.add(new Put(numbered(id, 1), ABSENT));
            }
            store().commit(writes);
        }
        String moved = ids.getFirst();
        put(store(), numbered(moved, 2), store().get(moved).orElseThrow().revision());

        List<String> seen = new ArrayList<>();
        store().scan(stored -> seen.add(stored.cell().id()));

        // UTF-8 was made so that its bytes, unsigned, sort as the code points do.
        ids.sort(Comparator.comparing(id -> id.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
        assertThat(seen).isEqualTo(ids);
        assertThat(seen.indexOf("\uFFFD")).isLessThan(seen.indexOf(Character.toString(0x10000)));
    }

    /** Ids that begin with, consist of and end with characters of all planes, and the edges of each length in UTF-8. */
    private static List<String> idsOfEveryPlane() {
        List<Integer> characters = new ArrayList<>(
                List.of((int) '!', (int) 'A', (int) 'Z', (int) 'a', 0x7E, 0xA1, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD));
        for (int plane = 1; plane <= 16; plane++) {
            characters.add(plane << 16);
            characters.add(plane << 16 | 0xFFFD);
        }
        List<String> ids = new ArrayList<>();
        for (int character : characters) {
            String letter = Character.toString(character);
            ids.addAll(List.of(letter, letter + letter, letter + "z", "m" + letter));
        }
        return ids;
    }

    @Test
    void scanShowsOneStateWhileCommitsGoOn() throws Exception {
        int cells = 2000; // more than a store is likely to have read before the first is shown
        List<MemoryWrite> writes = new ArrayList<>();
        for (int i = 0; i < cells; i++) {
            writes.add(new Put(numbered("cell-" + i, i), ABSENT));
        }
        store().commit(writes);
        Map<String, StoredCell> before = contents(store());

        Map<String, StoredCell> seen = new HashMap<>();
        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
            store().scan(stored -> {
                if (seen.isEmpty()) {
                    finish(other.submit(() -> rewriteAll(before)));
                }
                assertThat(seen.put(stored.cell().id(), stored)).isNull();
            });
        }

        assertThat(seen).isEqualTo(before);
        assertThat(contents(store()))
                .hasSize(cells + 1)
                .allSatisfy((id, stored) -> assertThat(number(stored.cell())).isEqualTo(-1));
    }

    private static void finish(Future<?> other) {
        try {
            other.get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("a commit beside a scan did not return", e);
        }
    }

    private Void rewriteAll(Map<String, StoredCell> cells) throws IOException, StoreConflict {
        List<MemoryWrite> writes = new ArrayList<>();
        cells.forEach((id, stored) -> writes.add(new Put(numbered(id, -1), stored.revision())));
        writes.add(new Put(numbered("added", -1), ABSENT));
        store().commit(writes);
        return null;
    }

    @Test
    void visitorMayReadTheStore() throws Exception {
        put(store(), numbered("a", 1), ABSENT);
        put(store(), numbered("b", 2), ABSENT);
        List<StoredCell> read = new ArrayList<>();

        store().scan(stored -> {
            try {
                read.add(store().get(stored.cell().id()).orElseThrow());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(read).hasSize(2);
    }

    @Test
    void failureOfTheVisitorEndsTheScanAndHarmsNothing() throws Exception {
        put(store(), numbered("a", 1), ABSENT);
        IllegalStateException failure = new IllegalStateException("enough");

        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> store().scan(stored -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
        }

        put(store(), numbered("b", 2), ABSENT);
        assertThat(contents(store())).containsOnlyKeys("a", "b");
        assertThat(store().problem()).isEmpty();
    }

    @Test
    void soundStoreTellsOfNoDamage() throws Exception {
        assertThat(store().damage()).isEmpty();

        put(store(), full("full", Kind.STABLE_FACT), ABSENT);
        long deleted = put(store(), numbered("a", 1), ABSENT);
        commit(store(), new Delete("a", deleted));

        assertThat(store().damage()).isEmpty();
    }
}
