package ai.xray.ranker.lexical;

/** The words one slip of the keyboard away. */
final class OneEdit {
    private OneEdit() {}

    /** Whether the words are equal but for one character added, left out or replaced, or two neighbours swapped. */
    static boolean apart(String a, String b) {
        return a.length() <= b.length() ? shorterFirst(a, b) : shorterFirst(b, a);
    }

    private static boolean shorterFirst(String a, String b) {
        if (b.length() - a.length() > 1) {
            return false;
        }
        int start = 0;
        while (start < a.length() && a.charAt(start) == b.charAt(start)) {
            start++;
        }
        int end = 0;
        while (end < a.length() - start && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
            end++;
        }
        int differs = a.length() - start - end;
        if (a.length() < b.length()) {
            return differs == 0;
        }
        return differs == 1
                || (differs == 2 && a.charAt(start) == b.charAt(start + 1) && a.charAt(start + 1) == b.charAt(start));
    }
}
