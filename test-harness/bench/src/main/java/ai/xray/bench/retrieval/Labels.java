package ai.xray.bench.retrieval;

import java.util.ArrayList;
import java.util.List;

/** Ids in consonants for passages: ids are part of what matches, and those of the data would give numbers away. */
final class Labels {
    private static final String LETTERS = "bcdfghjklmnpqrtv";

    private final List<String> passages = new ArrayList<>();

    /** The label of the next passage. */
    String add(Passage passage) {
        StringBuilder label = new StringBuilder("z");
        for (int rest = passages.size(); rest > 0; rest /= LETTERS.length()) {
            label.append(LETTERS.charAt(rest % LETTERS.length()));
        }
        passages.add(passage.id());
        return label.toString();
    }

    /** The id of the passage that has this label. */
    String passage(String label) {
        int number = 0;
        for (int i = label.length() - 1; i > 0; i--) {
            number = number * LETTERS.length() + LETTERS.indexOf(label.charAt(i));
        }
        return passages.get(number);
    }
}
