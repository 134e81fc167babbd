package ai.xray.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {
    @Test
    void keyGoesAsBearerTokenAndNoneWhereThereIsNone() {
        assertThat(access("https://host", "sk-1").headers()).isEqualTo(Map.of("Authorization", "Bearer sk-1"));
        assertThat(access("https://host", "").headers()).isEmpty();
    }

    @Test
    void addressIsNotLookedAtBeforeItIsNeeded() {
        Access wrong = access("nonsense", "sk-1");

        assertThatExceptionOfType(Refusal.class).isThrownBy(wrong::endpoint).withMessageStartingWith("the-endpoint: '");
    }

    @Test
    void isNotShownWithItsKey() {
        assertThat(access("https://host", "sk-1").toString()).doesNotContain("sk-1");
    }

    @ParameterizedTest
    @CsvSource({
        "http://embedder:8080,sk-1,1",
        "http://embedder:8080,'',0",
        "http://localhost:8080,sk-1,0",
        "https://embedder,sk-1,0",
        "nonsense,sk-1,0"
    })
    void keyThatWouldGoUnencryptedOverANetworkIsWarnedOf(String address, String key, int warnings) {
        assertThat(warningsOf(access(address, key)))
                .hasSize(warnings)
                .allSatisfy(warning -> assertThat(warning)
                        .isEqualTo("the-endpoint: the API key and all texts go to 'embedder' unencrypted; use https."));
    }

    private static Access access(String address, String key) {
        return new Access("the-endpoint", address, new ApiKey("the-key", key, ""));
    }

    private static List<String> warningsOf(Access access) {
        List<String> warnings = new ArrayList<>();
        Handler listener = new Handler() {
            @Override
            public void publish(LogRecord line) {
                warnings.add(new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(Access.class.getName());
        logger.addHandler(listener);
        try {
            access.warnIfExposed();
        } finally {
            logger.removeHandler(listener);
        }
        return warnings;
    }
}
