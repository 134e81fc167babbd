package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureLimitTest {
    private final TestClock clock = new TestClock();
    private final FailureLimit limit = new FailureLimit(3, Duration.ofSeconds(30), 5, clock);

    @Test
    void addressIsRefusedAfterItsFailuresAndGetsThemBackEvenly() {
        fail("10.0.0.1", 3);
        refuses("10.0.0.1");

        clock.pass(Duration.ofMillis(9_999));
        refuses("10.0.0.1");

        clock.pass(Duration.ofMillis(1));
        admits("10.0.0.1");
        fail("10.0.0.1", 1);
        refuses("10.0.0.1");
    }

    @Test
    void failuresOfOneAddressDoNotTouchAnother() {
        fail("10.0.0.1", 10);

        admits("10.0.0.2");
    }

    @Test
    void restDoesNotSaveUpMoreThanTheBound() {
        fail("10.0.0.1", 1);
        clock.pass(Duration.ofDays(1));
        fail("10.0.0.1", 3);

        refuses("10.0.0.1");
    }

    @Test
    void clockThatIsSetBackNeitherUnlocksNorLocksForever() {
        fail("10.0.0.1", 3);
        clock.pass(Duration.ofDays(-1));
        refuses("10.0.0.1");
        fail("10.0.0.1", 1);

        clock.pass(Duration.ofSeconds(10));
        admits("10.0.0.1");
    }

    @Test
    void ipv6AddressesOfOneSubscriberAreOne() {
        fail("2001:db8:1:2::1", 1);
        fail("[2001:db8:1:2::2]", 1);
        fail("2001:db8:1:2:ffff::3%eth0", 1);

        refuses("2001:db8:1:2::4");
        admits("2001:db8:1:3::4");
    }

    @Test
    void mappedAddressIsItsIpv4Address() {
        fail("::ffff:10.0.0.1", 3);

        refuses("10.0.0.1");
        admits("10.0.0.2");
    }

    @Test
    void leastRecentAddressesAreForgottenBeyondTheBound() {
        fail("10.0.0.1", 3);
        for (int i = 2; i <= 6; i++) {
            fail("10.0.0." + i, 3);
        }

        assertThat(limit.remembered()).isEqualTo(5);
        admits("10.0.0.1");
        refuses("10.0.0.2");
    }

    @Test
    void whatIsNoAddressIsCountedAsItIs() {
        fail("[", 3);

        refuses("[");
        admits("");
    }

    private void fail(String address, int times) {
        for (int i = 0; i < times; i++) {
            limit.count(address);
        }
    }

    private void refuses(String address) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> limit.check(address))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.RATE_LIMITED));
    }

    private void admits(String address) {
        assertThatCode(() -> limit.check(address)).doesNotThrowAnyException();
    }
}
