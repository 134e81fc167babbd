package ai.xray.remote;

/** Texts on their way to a model. */
public final class InputText {
    private InputText() {}

    /** At most the first {@code chars} of {@code text}, and no half of a surrogate pair at the end. */
    public static String first(int chars, String text) {
        if (text.length() <= chars) {
            return text;
        }
        boolean halved = Character.isHighSurrogate(text.charAt(chars - 1));
        return text.substring(0, halved ? chars - 1 : chars);
    }

    /** Whether {@code text} holds nothing but white space, no-break spaces among it: no server need be asked about that. */
    public static boolean saysNothing(String text) {
        return text.codePoints().allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c));
    }
}
