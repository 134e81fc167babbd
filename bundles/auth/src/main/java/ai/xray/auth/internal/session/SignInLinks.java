package ai.xray.auth.internal.session;

import ai.xray.auth.internal.web.Html;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** The ways to sign in, for pages. */
public final class SignInLinks {
    private SignInLinks() {}

    /** HTML: a link for each provider that leads on to {@code returnTo}, or what an operator has to do for there to be one. */
    public static String html(Providers providers, String returnTo) {
        if (providers.all().isEmpty()) {
            return "<p>Nobody can sign in yet: the operator must enable the feature <code>signin</code> and set up GitHub or"
                    + " Microsoft Entra.</p>";
        }
        return providers.all().entrySet().stream()
                .map(provider -> "<a class=\"button\" href=\"/v1/auth/login/%s?return=%s\">Sign in with %s</a>"
                        .formatted(
                                provider.getKey(),
                                URLEncoder.encode(returnTo, StandardCharsets.UTF_8),
                                Html.text(provider.getValue().title())))
                .collect(Collectors.joining("\n", "<p>", "</p>"));
    }
}
