package ai.xray.auth.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.auth.internal.web.Browser;
import ai.xray.record.StoredRecord;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignInTest {
    private static final String COOKIE = "xray-loopback";

    private final Browser browser = new Browser();
    private final Browser other = new Browser();
    private SignInServer server;

    @BeforeEach
    void start() throws Exception {
        server = new SignInServer().start();
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        other.close();
        server.close();
    }

    @Test
    void personIsSignedInAndGoesOnToWhereTheyWere() throws Exception {
        HttpResponse<String> response = browser.get(server.back(server.begin(browser, "/ui?x=1#y"), 1));

        assertThat(response.headers().firstValue("Location")).contains("/ui?x=1#y");
        assertThat(server.me(browser))
                .containsEntry("account", "test:1")
                .containsEntry("name", "Person 1")
                .containsEntry("credential", "session")
                .containsEntry("scopes", List.of("xray:memory.read", "xray:memory.write"));
        assertThat(server.me(other)).isEmpty();
    }

    @Test
    void adminsAdminister() throws Exception {
        server.signIn(browser, 2);

        assertThat(server.me(browser).get("scopes").toString()).contains("xray:admin");
    }

    @Test
    void whoIsNotOnTheListStaysOutside() throws Exception {
        HttpResponse<String> response = server.signIn(browser, 3);

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).contains("test:3", "auth-allow");
        assertThat(browser.cookies()).doesNotContainKey(COOKIE);
    }

    @Test
    void cookiesKeepTheirSecretsToThemselves() throws Exception {
        HttpResponse<String> response = server.signIn(browser, 1);

        assertThat(response.headers().allValues("Set-Cookie"))
                .hasSize(2)
                .allSatisfy(cookie -> assertThat(cookie)
                        .contains("; Path=/; HttpOnly; SameSite=Lax")
                        .doesNotContain("Domain"));
        for (String collection : List.of("session", "sign-in")) {
            for (StoredRecord stored : server.records().store().page(collection, "", 10)) {
                assertThat(stored.key() + stored.value())
                        .doesNotContain(browser.cookies().get(COOKIE));
            }
        }
    }

    @Test
    void overHttpsCookiesAreSecureAndBelongToTheHost() {
        assertThat(Cookies.set(Cookies.SESSION, "t", true, 5))
                .isEqualTo("__Host-xray=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=5; Secure");
        assertThat(Cookies.value("a=1; __Host-xray=t", Cookies.SESSION, true)).contains("t");
        assertThat(Cookies.value("xray-loopback=t", Cookies.SESSION, true)).isEmpty();
        assertThat(Cookies.value("__Host-xray=t", Cookies.SESSION, false)).isEmpty();
        assertThat(Cookies.value("__Host-xray=planted; __Host-xray=t", Cookies.SESSION, true))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "/\\evil.example",
                "https://evil.example",
                "javascript:alert(1)",
                "evil",
                "/a\r\nSet-Cookie: x=y",
                "/a b"
            })
    void returnLeadsNowhereElse(String path) throws Exception {
        HttpResponse<String> response =
                browser.get(server.at("/v1/auth/login/test?" + Browser.form(Map.of("return", path))));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Location")).isEmpty();
    }

    @Test
    void unknownProviderIsNotFound() throws Exception {
        assertThat(browser.get(server.at("/v1/auth/login/nobody")).statusCode()).isEqualTo(404);
        assertThat(browser.get(server.at("/v1/auth/callback/nobody?state=x")).statusCode())
                .isEqualTo(404);
    }

    @Test
    void pageNamesTheWaysToSignIn() throws Exception {
        String page = browser.get(server.at("/v1/auth/login?return=/ui")).body();

        assertThat(page).contains("href=\"/v1/auth/login/test?return=%2Fui\"", "Test &lt;Inc&gt;");
    }

    @Test
    void sessionEndsWhenItIsIdleAndInAnyCase() throws Exception {
        server.signIn(browser, 1);
        server.clock().pass(Duration.ofMinutes(119));
        assertThat(server.me(browser)).isNotEmpty();
        server.clock().pass(Duration.ofMinutes(119));
        assertThat(server.me(browser)).isNotEmpty();
        server.clock().pass(Duration.ofHours(2));
        assertThat(server.me(browser)).isEmpty();

        server.signIn(browser, 1);
        for (int hour = 1; hour < 24; hour++) {
            server.clock().pass(Duration.ofHours(1));
            assertThat(server.me(browser)).isNotEmpty();
        }
        server.clock().pass(Duration.ofHours(1));
        assertThat(server.me(browser)).isEmpty();
    }

    @Test
    void signOutEndsTheSessionOnTheServer() throws Exception {
        server.signIn(browser, 1);
        server.signIn(other, 1);
        String token = browser.cookies().get(COOKIE);

        assertThat(logout(browser, csrf(browser), "").statusCode()).isEqualTo(200);

        assertThat(browser.cookies()).doesNotContainKey(COOKIE);
        browser.cookies().put(COOKIE, token);
        assertThat(server.me(browser)).isEmpty();
        assertThat(server.me(other)).isNotEmpty();
    }

    @Test
    void signOutEverywhereEndsAllSessionsOfTheAccountAndNoOthers() throws Exception {
        Browser second = new Browser();
        server.signIn(browser, 1);
        server.signIn(second, 1);
        server.signIn(other, 2);

        assertThat(logout(browser, csrf(browser), "?everywhere=true").statusCode())
                .isEqualTo(200);

        assertThat(server.me(second)).isEmpty();
        assertThat(server.me(other)).isNotEmpty();
        second.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wrong"})
    void changeNeedsTheCsrfTokenOfItsSession(String token) throws Exception {
        server.signIn(browser, 1);
        server.signIn(other, 2);

        assertThat(logout(browser, token, "").statusCode()).isEqualTo(403);
        assertThat(logout(browser, csrf(other), "").statusCode()).isEqualTo(403);
        assertThat(server.me(browser)).isNotEmpty();
    }

    @Test
    void signInsUnderWayAreBounded() throws Exception {
        for (int i = 0; i < SignIns.MOST; i++) {
            server.records()
                    .store()
                    .put("sign-in", "k" + i, "{}", server.clock().instant().plusSeconds(600), 0);
        }

        assertThat(browser.get(server.at("/v1/auth/login/test")).statusCode()).isEqualTo(429);
    }

    /** Attack 14. */
    @Test
    void attack14CapturedProviderUrlOpenedByAVictimSignsNobodyIn() throws Exception {
        URI captured = server.begin(browser, "/");

        HttpResponse<String> victim = other.get(server.back(captured, 1));

        assertThat(victim.statusCode()).isEqualTo(403);
        assertThat(victim.headers().allValues("Set-Cookie")).isEmpty();
        assertThat(server.me(other)).isEmpty();
    }

    /** Attack 15. */
    @Test
    void attack15StateThatIsMissingReplayedOrOfAnotherBrowserIsRejected() throws Exception {
        URI begun = server.begin(browser, "/");
        String cookie = browser.cookies().get("xray-signin-loopback");
        assertThat(browser.get(server.at("/v1/auth/callback/test?code=1.x")).statusCode())
                .isEqualTo(403);
        assertThat(browser.get(server.at("/v1/auth/callback/test?code=1.x&state=" + "A".repeat(43)))
                        .statusCode())
                .isEqualTo(403);
        server.begin(other, "/");
        assertThat(other.get(server.back(begun, 1)).statusCode()).isEqualTo(403);

        assertThat(browser.get(server.back(begun, 1)).statusCode()).isEqualTo(303);
        browser.cookies().put("xray-signin-loopback", cookie);
        assertThat(browser.get(server.back(begun, 2)).statusCode()).isEqualTo(403);
        assertThat(server.me(browser)).containsEntry("account", "test:1");

        URI late = server.begin(browser, "/");
        server.clock().pass(SignIns.LONGEST);
        assertThat(browser.get(server.back(late, 1)).statusCode()).isEqualTo(403);
    }

    /** Attack 39. */
    @Test
    void attack39SessionPlantedBeforeSignInIsWorthNothing() throws Exception {
        server.signIn(other, 2);
        String planted = other.cookies().get(COOKIE);
        browser.cookies().put(COOKIE, planted);

        server.signIn(browser, 1);

        assertThat(browser.cookies().get(COOKIE)).isNotEqualTo(planted);
        assertThat(server.me(browser)).containsEntry("account", "test:1");
        assertThat(server.me(other)).as("the planted session ended").isEmpty();

        browser.cookies().put(COOKIE, "B".repeat(43));
        server.signIn(browser, 1);
        assertThat(browser.cookies().get(COOKIE)).isNotEqualTo("B".repeat(43));
    }

    /** Attack 40, of sessions. */
    @Test
    void attack40SessionOfOneBrowserIsNotFoundByAnyPartOfIt() throws Exception {
        server.signIn(browser, 1);
        String token = browser.cookies().get(COOKIE);

        for (String guess : List.of(token.substring(1), token + "A", token.toLowerCase(Locale.ROOT), "%")) {
            other.cookies().put(COOKIE, guess);
            assertThat(server.me(other)).as(guess).isEmpty();
        }
    }

    /** Attack 35, of redirects. */
    @Test
    void attack35LineBreaksNeverReachAHeader() throws Exception {
        HttpResponse<String> response = browser.get(server.at("/v1/auth/login/test?return=%2Fa%0d%0aX-Evil:%201"));

        assertThat(response.headers().map()).doesNotContainKey("X-Evil");
        assertThat(response.statusCode()).isEqualTo(400);
    }

    private String csrf(Browser of) throws Exception {
        return (String) server.me(of).get("csrf_token");
    }

    private HttpResponse<String> logout(Browser of, String csrf, String query) throws Exception {
        String[] headers = csrf.isEmpty() ? new String[0] : new String[] {"X-CSRF-Token", csrf};
        return of.send("POST", server.at("/v1/auth/logout" + query), BodyPublishers.noBody(), headers);
    }
}
