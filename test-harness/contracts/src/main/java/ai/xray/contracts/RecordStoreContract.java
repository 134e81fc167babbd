package ai.xray.contracts;

import static ai.xray.record.RecordStore.ABSENT;
import static ai.xray.record.RecordStore.NEVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link RecordStore} has to do. The test of an implementation extends this class. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
public abstract class RecordStoreContract {
    private static final int WRITERS = 16;

    private volatile Instant now = Instant.parse("2026-11-30T12:00:00.500Z");
    private RecordStore store;

    /** Opens a new store without records that tells the time by {@code clock}. */
    protected abstract RecordStore open(InstantSource clock) throws Exception;

    /** Closes a store of {@link #open} and throws its records away. */
    protected abstract void close(RecordStore opened) throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open(() -> now);
    }

    @AfterEach
    void closeStore() throws Exception {
        close(store);
    }

    /** The store the running test works on. */
    protected final RecordStore store() {
        return store;
    }

    @Test
    void createdRecordIsReadBackAtItsRevision() throws Exception {
        Instant expiry = now.plusNanos(1_234_567_890);

        OptionalLong revision = store.put("key", "a", "text é\u0000\n😀", expiry, ABSENT);

        assertThat(revision).isPresent();
        assertThat(store.get("key", "a"))
                .contains(new StoredRecord(
                        "a", "text é\u0000\n😀", Instant.parse("2026-11-30T12:00:01.734Z"), revision.getAsLong()));
        assertThat(store.get("key", "b")).isEmpty();
        assertThat(store.get("session", "a")).isEmpty();
    }

    @Test
    void onlyTheExpectedRevisionIsReplaced() throws Exception {
        long first = put("a", "1");

        assertThat(store.put("key", "a", "2", NEVER, ABSENT)).isEmpty();
        assertThat(store.put("key", "a", "2", NEVER, first + 1)).isEmpty();
        assertThat(store.put("key", "b", "2", NEVER, first)).isEmpty();
        assertThat(value("a")).isEqualTo("1");

        long second = store.put("key", "a", "2", NEVER, first).orElseThrow();
        assertThat(second).isNotEqualTo(first);
        assertThat(store.put("key", "a", "3", NEVER, first)).isEmpty();
        assertThat(value("a")).isEqualTo("2");
    }

    @Test
    void deletedRecordIsGoneAndItsRevisionDoesNotComeBack() throws Exception {
        long first = put("a", "1");

        assertThat(store.delete("session", "a")).isFalse();
        assertThat(store.delete("key", "a")).isTrue();
        assertThat(store.delete("key", "a")).isFalse();
        assertThat(store.get("key", "a")).isEmpty();

        long again = put("a", "1");
        assertThat(again).isNotEqualTo(first);
        assertThat(store.put("key", "a", "2", NEVER, first)).isEmpty();
    }

    @Test
    void expiredRecordDoesNotExist() throws Exception {
        long revision = store.put("key", "a", "1", now.plusSeconds(10), ABSENT).orElseThrow();
        put("b", "stays");

        now = now.plusSeconds(10).minusMillis(1);
        assertThat(value("a")).isEqualTo("1");
        assertThat(store.count("key")).isEqualTo(2);

        now = now.plusMillis(1);
        assertThat(store.get("key", "a")).isEmpty();
        assertThat(keys("", 10)).containsExactly("b");
        assertThat(store.count("key")).isEqualTo(1);
        assertThat(store.delete("key", "a")).isFalse();
        assertThat(store.put("key", "a", "2", NEVER, revision)).isEmpty();
        assertThat(store.put("key", "a", "2", NEVER, ABSENT)).isPresent();
        assertThat(value("a")).isEqualTo("2");
    }

    @Test
    void recordThatIsOverAlreadyIsNeverSeen() throws Exception {
        assertThat(store.put("key", "a", "1", now, ABSENT)).isPresent();

        assertThat(store.get("key", "a")).isEmpty();
        assertThat(store.put("key", "a", "2", Instant.MIN, ABSENT)).isPresent();
        assertThat(store.get("key", "a")).isEmpty();
    }

    @Test
    void latestExpiryIsNever() throws Exception {
        store.put("key", "a", "1", Instant.MAX, ABSENT);

        assertThat(store.get("key", "a").orElseThrow().expiry()).isEqualTo(NEVER);
    }

    @Test
    void pagesFollowTheOrderOfKeysInUtf8() throws Exception {
        for (String key : List.of("b", "a/2", "a/1", "A", "\uFFFD", "😀")) {
            put(key, "x");
        }
        store.put("other", "a/3", "x", NEVER, ABSENT);

        assertThat(keys("", 3)).containsExactly("A", "a/1", "a/2");
        assertThat(keys("a/2", 3)).containsExactly("b", "\uFFFD", "😀");
        assertThat(keys("😀", 3)).isEmpty();
    }

    @Test
    void ofManyWritersAtOnceOneWins() throws Exception {
        long revision = put("a", "0");

        assertThat(atOnce(() -> store.put("key", "a", "1", NEVER, revision).isPresent()))
                .containsOnlyOnce(true);
        assertThat(atOnce(() -> store.put("key", "b", "1", NEVER, ABSENT).isPresent()))
                .containsOnlyOnce(true);
        assertThat(atOnce(() -> store.delete("key", "a"))).containsOnlyOnce(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Key", "key_", "key1", "ключ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
    void collectionOutOfBoundsIsRefused(String collection) {
        assertThatIllegalArgumentException().isThrownBy(() -> store.get(collection, "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> store.page(collection, "", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> store.count(collection));
        assertThatIllegalArgumentException().isThrownBy(() -> store.put(collection, "a", "", NEVER, ABSENT));
        assertThatIllegalArgumentException().isThrownBy(() -> store.delete(collection, "a"));
    }

    @Test
    void keysValuesAndPagesHaveBounds() throws Exception {
        String longestKey = "k".repeat(RecordStore.MAX_KEY_CHARS);
        String longestValue = "é".repeat(RecordStore.MAX_VALUE_CHARS);
        put(longestKey, longestValue);

        assertThat(value(longestKey)).isEqualTo(longestValue);
        assertThatIllegalArgumentException().isThrownBy(() -> store.get("key", ""));
        assertThatIllegalArgumentException().isThrownBy(() -> store.delete("key", longestKey + "k"));
        assertThatIllegalArgumentException().isThrownBy(() -> put("a", longestValue + "é"));
        assertThatIllegalArgumentException().isThrownBy(() -> store.page("key", "", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> store.page("key", "", RecordStore.MAX_PAGE + 1));
    }

    private static List<Boolean> atOnce(Callable<Boolean> write) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Boolean> results = new ArrayList<>();
            for (Future<Boolean> result : threads.invokeAll(Collections.nCopies(WRITERS, write))) {
                results.add(result.get());
            }
            return results;
        }
    }

    private long put(String key, String value) throws Exception {
        return store.put("key", key, value, NEVER, ABSENT).orElseThrow();
    }

    private String value(String key) throws Exception {
        return store.get("key", key).orElseThrow().value();
    }

    private List<String> keys(String after, int limit) throws Exception {
        return store.page("key", after, limit).stream().map(StoredRecord::key).toList();
    }
}
