package ai.xray.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivacyTest {
    @ParameterizedTest(name = "{0} {1} of {2}, presented {3}: known {4}, in view {5}")
    @CsvSource({
        "PUBLIC, NOTE, , , true, true",
        "PUBLIC, NOTE, , u1, true, true",
        "PUBLIC, NOTE, u1, , true, true",
        "PUBLIC, NOTE, u1, u1, true, true",
        "PUBLIC, NOTE, u1, u2, true, false",
        "PRIVATE, NOTE, u1, , false, false",
        "PRIVATE, NOTE, u1, u1, true, true",
        "PRIVATE, NOTE, u1, U1, false, false",
        "PRIVATE, NOTE, u1, u2, false, false",
        "PRIVATE, NOTE, , , false, false",
        "PUBLIC, SYSTEM_CONFIGURATION, , , false, false",
        "PUBLIC, SYSTEM_CONFIGURATION, u1, u1, true, true",
    })
    void onePredicateDecides(Scope scope, Kind kind, String subject, String presented, boolean known, boolean inView) {
        Optional<String> of = Optional.ofNullable(subject);
        Optional<String> by = Optional.ofNullable(presented);
        assertThat(Privacy.mayKnow(scope, kind, of, by)).isEqualTo(known);
        assertThat(Privacy.inView(scope, kind, of, by)).isEqualTo(inView);
    }
}
