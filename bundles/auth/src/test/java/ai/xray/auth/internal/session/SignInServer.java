package ai.xray.auth.internal.session;

import ai.xray.auth.Identity;
import ai.xray.auth.SignInAttempt;
import ai.xray.auth.SignInProvider;
import ai.xray.auth.internal.AuthRecords;
import ai.xray.auth.internal.Doorkeeper;
import ai.xray.auth.internal.ServerAddress;
import ai.xray.auth.internal.Settings;
import ai.xray.auth.internal.TestClock;
import ai.xray.auth.internal.web.Browser;
import ai.xray.auth.internal.web.TestServer;
import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.store.memory.InMemoryRecords;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A server that people sign in to by a provider that believes the code: it is the number of the account. */
public final class SignInServer {
    /** Where the provider sends browsers. */
    public static final String PROVIDER = "https://provider.example/authorize";

    private static final Duration IDLE = Duration.ofHours(2);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final TestClock clock = new TestClock();
    private final InMemoryRecords store = new InMemoryRecords(clock);
    private final AuthRecords records = new AuthRecords(store, clock);
    private final BrowserSessions sessions = new BrowserSessions(records, IDLE, LONGEST);
    private final Providers providers = new Providers();
    private final TestServer server = new TestServer();
    private final Doorkeeper doorkeeper;
    private final ServerAddress address;
    private final SessionCheck check;
    private final GuestList guests = new GuestList(List.of("test:org:ACME1"), List.of("test:2"));

    /** Knows whom the verifier says began the attempt. */
    private static final class NumberedPeople implements SignInProvider {
        @Override
        public String title() {
            return "Test <Inc>";
        }

        @Override
        public boolean isSetUp() {
            return true;
        }

        @Override
        public URI begin(SignInAttempt attempt) {
            return URI.create(PROVIDER + "?"
                    + Browser.form(Map.of(
                            "state",
                            attempt.state(),
                            "verifier",
                            attempt.verifier(),
                            "redirect_uri",
                            attempt.redirect().toString())));
        }

        /** A code reads {@code <number>.<verifier>}. */
        @Override
        public Identity finish(SignInAttempt attempt, String code) {
            String[] parts = code.split("\\.", 2);
            if (!parts[1].equals(attempt.verifier())) {
                throw Refusal.of(Refusal.Code.UNAUTHENTICATED, "The code is for another verifier.");
            }
            return new Identity("test:" + parts[0], "Person " + parts[0], Set.of("test:org:acme" + parts[0]));
        }
    }

    /** A server that lets accounts 1 and 2 in, of which 2 administers. */
    public SignInServer() throws Exception {
        this("127.0.0.1:0", "");
    }

    /** The same with these settings; it listens on a free port of loopback in any case. */
    public SignInServer(String listen, String publicUrl) throws Exception {
        doorkeeper = new Doorkeeper(
                new Settings(false, "", listen, publicUrl, List.of(), List.of()), Optional.empty(), clock);
        address = new ServerAddress(listen, publicUrl);
        check = new SessionCheck(sessions, guests, address);
        doorkeeper.addCheck(check);
        providers.add(new NumberedPeople(), Map.of(SignInProvider.NAME, "test"));
        server.with(
                new SignInServlet(doorkeeper, address, providers, guests, sessions, records),
                "/v1/auth/login",
                "/v1/auth/login/*",
                "/v1/auth/callback/*");
    }

    /** Starts to serve, with {@code access} among what ends when somebody signs out everywhere. */
    public SignInServer start(AccountAccess... access) throws Exception {
        server.with(new MeServlet(doorkeeper, check, sessions, List.of(access)), "/v1/me", "/v1/auth/logout");
        server.start();
        return this;
    }

    /** The sign-in that a browser begins: where the provider would be asked. */
    public URI begin(Browser browser, String returnTo) throws Exception {
        return Browser.location(browser.get(at("/v1/auth/login/test?" + Browser.form(Map.of("return", returnTo)))));
    }

    /** The way back from the provider, for somebody whose number it is. */
    public URI back(URI provider, int number) {
        String query = provider.getRawQuery();
        return at("/v1/auth/callback/test?code=%d.%s&state=%s"
                .formatted(number, value(query, "verifier"), value(query, "state")));
    }

    /** Signs in. */
    public HttpResponse<String> signIn(Browser browser, int number) throws Exception {
        return browser.get(back(begin(browser, "/"), number));
    }

    /** What {@code /v1/me} says. */
    public Map<String, Object> me(Browser browser) throws Exception {
        HttpResponse<String> response = browser.get(at("/v1/me"));
        return response.statusCode() == 200 ? Json.readObject(response.body()) : Map.of();
    }

    /** The URL of a path. */
    public URI at(String path) {
        return server.base().resolve(path);
    }

    /** The server beneath. */
    public TestServer server() {
        return server;
    }

    /** Where it keeps what it knows. */
    public AuthRecords records() {
        return records;
    }

    /** What time it is. */
    public TestClock clock() {
        return clock;
    }

    /** Who decides. */
    public Doorkeeper doorkeeper() {
        return doorkeeper;
    }

    /** Who knows sessions. */
    public SessionCheck check() {
        return check;
    }

    /** Where it is. */
    public ServerAddress address() {
        return address;
    }

    /** Whom it lets in. */
    public GuestList guests() {
        return guests;
    }

    /** Who signs people in. */
    public Providers providers() {
        return providers;
    }

    /** Stops. */
    public void close() throws Exception {
        server.close();
    }

    private static String value(String query, String name) {
        return query.replaceFirst("(?:.*&)?" + name + "=([^&]*).*", "$1");
    }
}
