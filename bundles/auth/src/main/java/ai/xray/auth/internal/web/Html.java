package ai.xray.auth.internal.web;

/** Text for pages. */
public final class Html {
    private Html() {}

    /**
     * The text as it may stand between tags and in quoted attributes. Characters that turn the direction of writing or cannot be
     * seen are shown as a replacement, since they make a name look like another one.
     */
    public static String text(String text) {
        StringBuilder html = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.appendCodePoint(isHidden(c) ? '\uFFFD' : c);
            }
        });
        return html.toString();
    }

    private static boolean isHidden(int c) {
        int type = Character.getType(c);
        return Character.isISOControl(c)
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE;
    }
}
