package ai.xray.auth.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorityTest {
    @ParameterizedTest
    @CsvSource({
        "localhost,localhost,",
        "LocalHost:8080,localhost,8080",
        "[::1]:80,::1,80",
        "[::1],::1,",
        "10.0.0.255,10.0.0.255,",
        "xray.tools.svc:1,xray.tools.svc,1",
        "my_host,my_host,",
        "a-1.example.com:65535,a-1.example.com,65535"
    })
    void readsHostAndPort(String text, String host, Integer port) {
        assertThat(Authority.parse(text))
                .contains(new Authority(host, port == null ? OptionalInt.empty() : OptionalInt.of(port)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":80",
                "host:",
                "host:70000",
                "host:-1",
                "host:8o",
                "a b",
                "user@host",
                "host/path",
                "ho\tst",
                "[::1",
                "::1",
                "[127.0.0.1]",
                "[::1%eth0]",
                "[:::]",
                "2130706433",
                "0x7f000001",
                "0x7f.1",
                "127.1",
                "127.0.0.1.",
                "0127.0.0.1",
                "1.2.3.256",
                "host.",
                ".host",
                "-host",
                "höst",
                "host\r\nX: y",
                "localhost,evil.com"
            })
    void refusesWhatIsNoAuthority(String text) {
        assertThat(Authority.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:1",
                "127.0.0.1",
                "127.255.3.4:80",
                "[::1]",
                "[0:0:0:0:0:0:0:1]:80",
                "[::ffff:127.0.0.1]"
            })
    void knowsLoopback(String text) {
        assertThat(Authority.parse(text))
                .hasValueSatisfying(host -> assertThat(host.isLoopback()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1.evil.com",
                "localhost.evil.com",
                "localhost.localdomain",
                "128.0.0.1",
                "0.0.0.0",
                "[::]",
                "[::ffff:10.0.0.1]",
                "xlocalhost"
            })
    void isNotFooledByNamesThatLookLikeLoopback(String text) {
        assertThat(Authority.parse(text))
                .hasValueSatisfying(host -> assertThat(host.isLoopback()).isFalse());
    }

    @Property
    void anyTextIsEitherReadOrRefused(@ForAll @StringLength(max = 60) @CharRange(from = '.', to = 'g') String text) {
        Authority.parse(text).ifPresent(read -> {
            assertThat(read.port().orElse(0)).isBetween(0, 65_535);
            assertThat(read.isLoopback() && !read.isAddress())
                    .isEqualTo(read.host().equals("localhost"));
        });
    }

    @Property
    void everyBracketedTextIsEitherReadOrRefused(
            @ForAll @StringLength(max = 40) @Chars({':', '.', '0', '1', 'f'}) String text) {
        Authority.parse("[" + text + "]")
                .ifPresent(read -> assertThat(read.isAddress()).isTrue());
    }
}
