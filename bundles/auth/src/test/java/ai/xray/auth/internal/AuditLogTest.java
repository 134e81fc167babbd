package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditLogTest {
    @Test
    void detailsStandInTheOrderOfTheirNames() {
        assertThat(AuditLog.line("sign-in", Map.of("b", "2", "a", "1"))).isEqualTo("event=sign-in a=\"1\" b=\"2\"");
    }

    @Test
    void whatClientsChoseEndsNeitherAValueNorALine() {
        String line = AuditLog.line("grant", Map.of("client", "a\" by=\"root\\\r\nevent=x\u202E\u2028\u001B[0m"));

        assertThat(line)
                .isEqualTo("event=grant client=\"a\\\" by=\\\"root\\\\\\u000d\\u000aevent=x\\u202e\\u2028\\u001b[0m\"");
    }

    @Test
    void valuesAreCut() {
        assertThat(AuditLog.line("x", Map.of("n", "😀".repeat(10_000)))).hasSizeLessThan(450);
    }
}
