package ai.xray.auth.internal.session;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.Caller;
import ai.xray.auth.Identity;
import ai.xray.auth.internal.CredentialCheck;
import ai.xray.auth.internal.Secrets;
import ai.xray.auth.internal.ServerAddress;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Browser sessions, at doors that sessions pass. What the person may do is asked each time: a change of the list bites at once. */
@Component(service = {CredentialCheck.class, SessionCheck.class})
public final class SessionCheck implements CredentialCheck {
    private final BrowserSessions sessions;
    private final GuestList guests;
    private final ServerAddress address;

    @Activate
    public SessionCheck(
            @Reference BrowserSessions sessions, @Reference GuestList guests, @Reference ServerAddress address) {
        this.sessions = sessions;
        this.guests = guests;
        this.address = address;
    }

    /** A token with whom it belongs to. */
    public record Shown(String token, Identity person) {
        @Override
        public String toString() {
            return "Shown[person=%s]".formatted(person);
        }
    }

    /** @throws Refusal {@code FORBIDDEN} for a change without the session's CSRF token */
    @Override
    public Optional<Caller> callerOf(AccessRequest request) throws IOException {
        if (request.authorization().isPresent()) {
            return Optional.empty(); // who shows a credential is judged by that one
        }
        Optional<Shown> shown = shownBy(request);
        if (shown.isPresent() && !isMeant(request.browser().orElseThrow(), shown.get())) {
            throw Refusal.of(
                    Refusal.Code.FORBIDDEN,
                    "X-CSRF-Token: a change by a browser session needs the csrf_token that /v1/me tells.");
        }
        return shown.map(Shown::person).map(this::caller);
    }

    /** The session that a request shows, of somebody who may still come in. */
    public Optional<Shown> shownBy(AccessRequest request) throws IOException {
        Optional<String> token = request.browser()
                .flatMap(browser -> Cookies.value(browser.cookies(), Cookies.SESSION, isSecure(request)));
        if (token.isEmpty()) {
            return Optional.empty();
        }
        return sessions.find(token.get())
                .map(Session::person)
                .filter(guests::lets)
                .map(person -> new Shown(token.get(), person));
    }

    /** Whether the browser's cookies are those of https. */
    boolean isSecure(AccessRequest request) {
        return address.base(request).filter(base -> base.startsWith("https:")).isPresent();
    }

    @Override
    public Optional<String> howTo() {
        return Optional.empty(); // people find /v1/auth/login on pages; programs have no session
    }

    private static boolean isMeant(AccessRequest.Browser browser, Shown shown) {
        return browser.isSafe()
                || browser.csrfToken()
                        .filter(token -> Secrets.same(token, BrowserSessions.csrfToken(shown.token())))
                        .isPresent();
    }

    private Caller caller(Identity person) {
        Set<String> scopes = new TreeSet<>(Set.of(Caller.MEMORY_READ, Caller.MEMORY_WRITE));
        if (guests.administers(person)) {
            scopes.add(Caller.ADMIN);
        }
        return new Caller(
                person.account(), Caller.Credential.SESSION, scopes, new Author(Origin.HUMAN, person.account()));
    }
}
