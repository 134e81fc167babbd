package ai.xray.auth.internal.oauth;

import ai.xray.auth.Identity;
import ai.xray.auth.internal.web.Html;
import java.util.Map;
import java.util.stream.Collectors;

/** Asks a person whether a client may have access, and says all that is known of the client: which is little. */
final class ConsentPage {
    private ConsentPage() {}

    /**
     * The body of the page, in HTML.
     *
     * @param fields what the form sends again besides the decision
     */
    static String html(AuthorizationRequest request, Identity person, Map<String, String> fields) {
        Client client = request.client();
        String scopes = request.terms().scopes().stream()
                .sorted()
                .map(scope ->
                        "<li>%s (<code>%s</code>)</li>".formatted(Html.text(Scopes.meaning(scope)), Html.text(scope)))
                .collect(Collectors.joining());
        String hidden = fields.entrySet().stream()
                .map(field -> "<input type=\"hidden\" name=\"%s\" value=\"%s\">"
                        .formatted(Html.text(field.getKey()), Html.text(field.getValue())))
                .collect(Collectors.joining());
        return """
                <p>A client that calls itself <strong>%s</strong> asks for access to this server as you, %s.</p>
                <dl><dt>Vouched for by</dt><dd>%s</dd><dt>Your answer goes to</dt><dd><code>%s</code></dd></dl>
                <p>It may:</p><ul>%s</ul>
                %s
                <form method="post" action="/oauth/authorize">%s
                <button name="decision" value="allow">Allow</button>
                <button class="quiet" name="decision" value="deny">Deny</button></form>
                """.formatted(
                        Html.text(client.name()),
                        Html.text(person.name()),
                        Html.text(client.documentHost().orElse("nobody: anybody may use any name here")),
                        Html.text(request.redirect().host()),
                        scopes,
                        request.redirect().loopback() ? WARNING : "",
                        hidden);
    }

    private static final String WARNING =
            "<p class=\"warning\">The answer goes to a program on the computer this browser runs on. Any program there could"
                    + " have asked under this name: allow it only if you have just started it yourself.</p>";
}
