package ai.xray.embedder.vertex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TokenCacheTest {
    // Steady time may be anything, below zero too.
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean failing;

    private final TokenCache cache = new TokenCache(
            () -> {
                if (failing) {
                    throw new IOException("no token now");
                }
                return new AccessToken("token-" + asked.incrementAndGet(), Duration.ofHours(1), Optional.empty());
            },
            nanos::get);

    @Test
    void oneTokenServesUntilFiveMinutesBeforeItExpires() throws IOException {
        assertThat(cache.token().value()).isEqualTo("token-1");
        pass(Duration.ofMinutes(55).minusSeconds(1));
        assertThat(cache.token().value()).isEqualTo("token-1");

        pass(Duration.ofSeconds(2));

        assertThat(cache.token().value()).isEqualTo("token-2");
    }

    @Test
    void oldTokenServesWhileThereIsNoNewOneAndNotBeyondItsTime() throws IOException {
        cache.token();
        failing = true;
        pass(Duration.ofMinutes(59));
        assertThat(cache.token().value()).isEqualTo("token-1");

        pass(Duration.ofMinutes(2));

        assertThatIOException().isThrownBy(cache::token).withMessage("no token now");
        failing = false;
        assertThat(cache.token().value()).isEqualTo("token-2");
    }

    @Test
    void refusedTokenIsNotUsedAgainAndItsSuccessorIs() throws IOException {
        AccessToken first = cache.token();
        cache.forget(first);
        AccessToken second = cache.token();
        cache.forget(first);

        assertThat(second.value()).isEqualTo("token-2");
        assertThat(cache.token()).isEqualTo(second);
    }

    @Test
    void manyWhoNeedATokenAtOnceAskForOne() throws Exception {
        CountDownLatch ready = new CountDownLatch(20);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<AccessToken>> tokens = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                tokens.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return cache.token();
                }));
            }
            for (Future<AccessToken> token : tokens) {
                assertThat(token.get().value()).isEqualTo("token-1");
            }
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void tokenIsNotShown() {
        assertThat(new AccessToken("ya29.secret", Duration.ofHours(1), Optional.empty()).toString())
                .doesNotContain("secret");
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
