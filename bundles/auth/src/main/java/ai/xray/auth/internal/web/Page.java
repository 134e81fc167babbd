package ai.xray.auth.internal.web;

import ai.xray.auth.internal.Secrets;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A small page that asks for nothing else: no script, no image, and one style that is known by its digest. It is never shown in
 * a frame, so that nobody is tricked into clicking in it.
 */
public final class Page {
    private static final String STYLE =
            "body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;color:#1a1a1a;"
                    + "background:#fff}h1{font-size:1.4rem}a.button,button{display:inline-block;font:inherit;padding:.5rem 1rem;"
                    + "margin:.25rem .5rem .25rem 0;border:1px solid #1a56db;border-radius:.4rem;background:#1a56db;color:#fff;"
                    + "text-decoration:none;cursor:pointer}button.quiet{background:#fff;color:#1a1a1a;border-color:#767676}"
                    + "code,dd{overflow-wrap:anywhere}dt{font-weight:600}.warning{border-left:4px solid #b45309;padding:.5rem 1rem;"
                    + "background:#fffbeb}";
    private static final String STYLE_DIGEST = Base64.getEncoder().encodeToString(Secrets.sha256(STYLE));

    private Page() {}

    /**
     * Sends a page.
     *
     * @param title plain text
     * @param body HTML
     * @param formTarget where forms may lead besides this server, as a source of a content security policy; empty for nowhere.
     *     Browsers hold redirects after a form to it too
     */
    public static void send(HttpServletResponse response, int status, String title, String body, String formTarget)
            throws IOException {
        byte[] page = """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
                <title>%1$s – X-Ray</title><style>%2$s</style></head><body><main><h1>%1$s</h1>
                %3$s
                </main></body></html>
                """.formatted(Html.text(title), STYLE, body).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/html;charset=utf-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'sha256-%s'; form-action 'self'%s; frame-ancestors 'none'; base-uri 'none'"
                        .formatted(STYLE_DIGEST, formTarget.isEmpty() ? "" : " " + formTarget));
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("X-Content-Type-Options", "nosniff");
        // Under no-referrer a browser sends 'Origin: null' with forms, which is nobody's.
        response.setHeader("Referrer-Policy", "same-origin");
        response.setContentLength(page.length);
        response.getOutputStream().write(page);
    }

    /** Sends a page without forms that says what is the matter. */
    public static void send(HttpServletResponse response, int status, String title, String body) throws IOException {
        send(response, status, title, body, "");
    }
}
