package ai.xray.auth.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.auth.Caller;
import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.TestClock;
import ai.xray.memory.Refusal;
import ai.xray.record.RecordStore;
import ai.xray.record.StoredRecord;
import ai.xray.store.memory.InMemoryRecords;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRingTest {
    private static final Set<String> READ = Set.of(Caller.MEMORY_READ);

    private final TestClock clock = new TestClock();
    private final InMemoryRecords records = new InMemoryRecords(clock);
    private final KeyRing keys = new KeyRing(new AuthRecords(records, clock));

    @Test
    void madeKeyIsFoundByItsTextAlone() throws Exception {
        KeyRing.Made made = make("ada");

        assertThat(made.text()).matches("xray_[0-9a-f]{16}_[A-Za-z0-9_-]{43}");
        assertThat(keys.find(made.text()).orElseThrow().name()).isEqualTo("ada");
        String other = make("bob").text();
        assertThat(keys.find(made.text().substring(0, 22) + other.substring(22)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "xray_", "xray_0123456789abcdef_", "gho_16C7e42F292c6912E7710c838347Ae178B4a"})
    void whatIsNoKeyIsNotLookedUp(String text) throws Exception {
        assertThat(keys.find(text)).isEmpty();
        assertThat(KeyRing.idOf(text)).isEmpty();
    }

    @Test
    void secretIsNeitherStoredNorPrinted() throws Exception {
        KeyRing.Made made = make("ada");
        String secret = made.text().substring(22);

        StoredRecord stored = records.page("key", "", 10).getFirst();
        assertThat(stored.value() + stored + made + made.key()).doesNotContain(secret);
    }

    @Test
    void revokedKeyIsGoodNoMore() throws Exception {
        KeyRing.Made made = make("ada");

        assertThat(keys.revoke(made.key().id())).isTrue();
        assertThat(keys.revoke(made.key().id())).isFalse();
        assertThat(keys.revoke("")).isFalse();
        assertThat(keys.revoke("x".repeat(1000))).isFalse();
        assertThat(keys.find(made.text())).isEmpty();
    }

    @Test
    void keyExpires() throws Exception {
        KeyRing.Made made = keys.make("ada", Key.Kind.PERSONAL, READ, Optional.of(Duration.ofDays(1)));

        clock.pass(Duration.ofDays(1).minusMillis(1));
        assertThat(keys.find(made.text())).isPresent();
        clock.pass(Duration.ofMillis(1));
        assertThat(keys.find(made.text())).isEmpty();
        assertThat(keys.list()).isEmpty();
    }

    @Test
    void newPersonalKeyTakesThePlaceOfThePersonsEarlierOne() throws Exception {
        String first = make("ada").text();
        String ofBob = make("bob").text();
        String ofAgent =
                keys.make("ada", Key.Kind.AGENT, READ, Optional.empty()).text();

        String second = make("ada").text();

        assertThat(keys.find(first)).isEmpty();
        assertThat(List.of(second, ofBob, ofAgent))
                .allSatisfy(text -> assertThat(keys.find(text)).isPresent());
    }

    @Test
    void useIsNotedOnceAnHour() throws Exception {
        KeyRing.Made made = make("ada");
        assertThat(keys.list().getFirst().used()).isEmpty();

        keys.find(made.text());
        assertThat(keys.list().getFirst().used()).contains(clock.instant());
        clock.pass(Duration.ofMinutes(59));
        keys.find(made.text());
        assertThat(keys.list().getFirst().used()).contains(clock.instant().minus(Duration.ofMinutes(59)));
        clock.pass(Duration.ofMinutes(1));
        keys.find(made.text());
        assertThat(keys.list().getFirst().used()).contains(clock.instant());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-ada", "a\nb", "ädä", "<script>"})
    void nameOutOfBoundsIsRefused(String name) {
        refuses("name", name, READ, Optional.empty());
    }

    @Test
    void scopesAndLifetimesHaveBounds() {
        refuses("scopes", "ada", Set.of(), Optional.empty());
        refuses("scopes", "ada", Set.of("xray:everything"), Optional.empty());
        refuses("expires_in_days", "ada", READ, Optional.of(Duration.ZERO));
        refuses("expires_in_days", "ada", READ, Optional.of(Duration.ofDays(3651)));
    }

    @Test
    void thereIsABoundToHowManyKeysThereAre() throws Exception {
        String any = make("ada").key().json();
        for (int i = 1; i < KeyRing.MOST_KEYS; i++) {
            records.put("key", "k" + i, any, RecordStore.NEVER, RecordStore.ABSENT);
        }

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> make("bob"))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.CONFLICT));
    }

    private void refuses(String field, String name, Set<String> scopes, Optional<Duration> lifetime) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> keys.make(name, Key.Kind.PERSONAL, scopes, lifetime))
                .satisfies(refusal -> assertThat(refusal.field()).contains(field));
    }

    private KeyRing.Made make(String name) throws Exception {
        return keys.make(name, Key.Kind.PERSONAL, READ, Optional.empty());
    }
}
