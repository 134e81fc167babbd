package ai.xray.memory.internal.rule;

import ai.xray.memory.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a text given by a caller may consist of. Lengths are counted in characters, that is, in Unicode code points. */
public final class Texts {
    private Texts() {}

    /** {@code text} when it is one line of 1 to {@code most} characters that is not blank and holds no control character. */
    public static String line(String field, String text, int most) {
        if (text.isBlank()) {
            throw Refusal.invalid(field, "%s: must not be blank; 1–%d characters are allowed.".formatted(field, most));
        }
        checkCharacters(field, text, "");
        checkLength(field, text, most);
        return text;
    }

    /** {@code text} when it is not blank and holds no control character but tab, line feed and carriage return. */
    public static String prose(String field, String text) {
        if (text.isBlank()) {
            throw Refusal.invalid(field, field + ": must not be blank; a text is needed.");
        }
        return characters(field, text);
    }

    /** {@link #prose(String, String)} of at most {@code most} characters. */
    public static String prose(String field, String text, int most) {
        prose(field, text);
        checkLength(field, text, most);
        return text;
    }

    /** {@code text}, which may be blank, when it holds no control character but tab, line feed and carriage return. */
    public static String characters(String field, String text) {
        checkCharacters(field, text, "\t\n\r");
        return text;
    }

    /** {@code texts} stripped and without repetitions, in their order: at most {@code mostItems} lines of {@code mostChars}. */
    public static List<String> list(String field, List<String> texts, int mostItems, int mostChars) {
        Set<String> kept = new LinkedHashSet<>();
        for (int i = 0; i < texts.size(); i++) {
            kept.add(line("%s[%d]".formatted(field, i), texts.get(i).strip(), mostChars));
        }
        checkCount(field, kept.size(), mostItems);
        return List.copyOf(new ArrayList<>(kept));
    }

    /** Refuses {@code texts} that are not at most {@code mostItems} lines of {@code mostChars} as they stand. */
    static void checkList(String field, List<String> texts, int mostItems, int mostChars) {
        checkCount(field, texts.size(), mostItems);
        for (int i = 0; i < texts.size(); i++) {
            line("%s[%d]".formatted(field, i), texts.get(i), mostChars);
        }
    }

    /** {@code text}, of whatever else it consists, when every store can hold it and give it back. */
    static String storable(String field, String text) {
        checkPairs(field, text);
        if (text.indexOf('\0') >= 0) { // PostgreSQL has no form for it
            throw Refusal.invalid(field, field + ": holds the character U+0000, which is not allowed.");
        }
        return text;
    }

    /** Refuses half of a surrogate pair: it has no UTF-8 form, so no store could give it back. */
    private static void checkPairs(String field, String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (Character.getType(text.codePointAt(i)) == Character.SURROGATE) {
                throw Refusal.invalid(
                        field,
                        "%s: holds half of a surrogate pair at position %d; only well-formed Unicode is allowed."
                                .formatted(field, i));
            }
        }
    }

    private static void checkCount(String field, int count, int most) {
        if (count > most) {
            throw Refusal.invalid(field, "%s: holds %d entries; at most %d are allowed.".formatted(field, count, most));
        }
    }

    private static void checkCharacters(String field, String text, String allowedControls) {
        checkPairs(field, text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && allowedControls.indexOf(c) < 0) {
                String allowed = allowedControls.isEmpty()
                        ? "no control character is allowed."
                        : "of control characters only tab, line feed and carriage return are allowed.";
                throw Refusal.invalid(
                        field,
                        "%s: holds the control character U+%04X at position %d; %s"
                                .formatted(field, (int) c, i, allowed));
            }
        }
    }

    private static void checkLength(String field, String text, int most) {
        int length = text.codePointCount(0, text.length());
        if (length > most) {
            throw Refusal.invalid(field, "%s: is %d characters long; 1–%d are allowed.".formatted(field, length, most));
        }
    }
}
