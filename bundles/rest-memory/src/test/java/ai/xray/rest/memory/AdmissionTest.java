package ai.xray.rest.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.auth.Caller.Credential;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import ai.xray.rest.memory.Operation.Access;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdmissionTest {
    private Optional<AccessRequest> asked = Optional.empty();

    @Test
    void sessionWritesOnceItsTokenIsShownToTheAuthenticator() {
        HttpServletRequest request = request(Map.of("Cookie", "__Host-xray=s", "X-CSRF-Token", "t"));
        assertThat(admission(Credential.SESSION, Caller.MEMORY_WRITE).admit(request, Access.EDITOR))
                .isPresent();
        AccessRequest.Browser browser = asked.flatMap(AccessRequest::browser).orElseThrow();
        assertThat(browser).isEqualTo(new AccessRequest.Browser("POST", "__Host-xray=s", Optional.of("t")));
    }

    @ParameterizedTest
    @EnumSource(
            value = Credential.class,
            names = {"SESSION", "DEV"},
            mode = EnumSource.Mode.EXCLUDE)
    void programDoesNotWriteWhateverItMay(Credential credential) {
        Admission admission = admission(credential, Caller.MEMORY_WRITE);
        HttpServletRequest request = request(Map.of("Sec-Fetch-Site", "same-origin"));
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> admission.admit(request, Access.EDITOR))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FORBIDDEN));
    }

    @Test
    void readerNeedsTheScopeToReadAndAnEditorTheOneToWrite() {
        HttpServletRequest request = request(Map.of());
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(
                        () -> admission(Credential.SESSION, Caller.MEMORY_WRITE).admit(request, Access.READER));
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(
                        () -> admission(Credential.SESSION, Caller.MEMORY_READ).admit(request, Access.EDITOR));
    }

    @Test
    void nobodyIsAskedWhoMayDoWhatEverybodyMay() {
        assertThat(admission(Credential.SESSION, Caller.MEMORY_READ).admit(request(Map.of()), Access.EVERYBODY))
                .isEmpty();
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Credential.class,
            names = {"SESSION", "ACCESS_TOKEN", "DEV"})
    void personHasASubject(Credential credential) {
        assertThat(Person.subject(caller(credential, Caller.MEMORY_READ))).contains("tester");
    }

    @ParameterizedTest
    @EnumSource(
            value = Credential.class,
            names = {"SESSION", "ACCESS_TOKEN", "DEV"},
            mode = EnumSource.Mode.EXCLUDE)
    void programIsNobody(Credential credential) {
        assertThat(Person.subject(caller(credential, Caller.MEMORY_READ))).isEmpty();
    }

    private Admission admission(Credential credential, String scope) {
        return new Admission(request -> {
            asked = Optional.of(request);
            return caller(credential, scope);
        });
    }

    private static Caller caller(Credential credential, String scope) {
        return new Caller("tester", credential, Set.of(scope), new Author(Origin.HUMAN, "tester"));
    }

    /** A POST with these headers; a proxy, for of a request nothing else may decide who comes in. */
    private static HttpServletRequest request(Map<String, String> headers) {
        return (HttpServletRequest) Proxy.newProxyInstance(
                AdmissionTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getHeader" -> headers.get((String) arguments[0]);
                    case "getMethod" -> "POST";
                    case "getScheme" -> "http";
                    case "getRemoteAddr" -> "127.0.0.1";
                    case "getLocalPort" -> 8080;
                    default -> throw new AssertionError(method.getName());
                });
    }
}
