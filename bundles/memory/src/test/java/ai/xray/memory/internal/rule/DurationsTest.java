package ai.xray.memory.internal.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.memory.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    private static final Duration MOST = Duration.ofDays(3650);

    @Test
    void unitsAreSecondsMinutesHoursAndDays() {
        assertThat(Durations.parse("x", "30s", MOST)).isEqualTo(Duration.ofSeconds(30));
        assertThat(Durations.parse("x", "5m", MOST)).isEqualTo(Duration.ofMinutes(5));
        assertThat(Durations.parse("x", "1h", MOST)).isEqualTo(Duration.ofHours(1));
        assertThat(Durations.parse("x", "7d", MOST)).isEqualTo(Duration.ofDays(7));
        assertThat(Durations.parse("x", "3650d", MOST)).isEqualTo(MOST);
        assertThat(Durations.parse("x", "0", MOST)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "7",
                "7 d",
                " 7d",
                "7d ",
                "-7d",
                "+7d",
                "0d",
                "07d",
                "1.5h",
                "7D",
                "7w",
                "1h30m",
                "d",
                "PT1H",
                "3651d",
                "9999999999d",
                "99999999999999999999s",
                "٧d",
                "7d\n",
                "\uD83D"
            })
    void anythingElseIsRefusedByTheSettingsName(String text) {
        assertThatThrownBy(() -> Durations.parse("episodic-ttl", text, MOST))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).contains("episodic-ttl"))
                .hasMessageStartingWith("episodic-ttl: '")
                .hasMessageContaining("such as 30s, 5m, 1h or 7d, at most 3650d.");
    }
}
