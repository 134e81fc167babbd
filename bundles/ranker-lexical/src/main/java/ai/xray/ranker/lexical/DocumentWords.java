package ai.xray.ranker.lexical;

import ai.xray.search.Document;
import java.util.HashMap;
import java.util.Map;

/**
 * What a ranking needs of a document's texts.
 *
 * @param uses its distinct words, and how each is used
 * @param length how many words its title and content have
 */
record DocumentWords(Phrase title, Map<String, Use> uses, int length) {
    /**
     * How a document uses a word.
     *
     * @param times how often it stands there, {@value #MOST_TIMES} at most
     */
    record Use(int times, boolean inTitle) {
        /** Where counting ends: more occurrences say no more of what a text is about. */
        static final int MOST_TIMES = 7;

        private static final Use[] IN_TITLE = all(true);
        private static final Use[] IN_BODY = all(false);

        private static Use[] all(boolean inTitle) {
            Use[] uses = new Use[MOST_TIMES + 1];
            for (int times = 1; times <= MOST_TIMES; times++) {
                uses[times] = new Use(times, inTitle);
            }
            return uses;
        }

        static Use of(int times, boolean inTitle) {
            return (inTitle ? IN_TITLE : IN_BODY)[times];
        }

        private Use again(boolean nowInTitle) {
            return of(Math.min(times + 1, MOST_TIMES), inTitle || nowInTitle);
        }
    }

    static DocumentWords of(Document<?> document) {
        Reading reading = new Reading();
        Words.read(document.title(), reading::title);
        Words.read(document.content(), reading::content);
        Words.read(document.id(), reading::id);
        return new DocumentWords(reading.title.build(), reading.uses, reading.length);
    }

    private static final class Reading {
        private final Phrase.Builder title = new Phrase.Builder();
        private final Map<String, Use> uses = new HashMap<>();
        private int length;

        private void title(Words.Kind kind, String word) {
            title.add(kind, word);
            length += add(kind, word, true);
        }

        private void content(Words.Kind kind, String word) {
            length += add(kind, word, false);
        }

        private void id(Words.Kind kind, String word) {
            if (kind
                    != Words.Kind
                            .WHOLE) { // an id in whole is compared as such, and would be a word of its own each time
                add(kind, word, false);
            }
        }

        /** Notes a word and answers how much it adds to the length: an identifier in whole is there by its parts. */
        private int add(Words.Kind kind, String word, boolean inTitle) {
            if (kind == Words.Kind.RUN) {
                int[] pairs = {0};
                Words.pairs(word, pair -> {
                    use(pair, inTitle);
                    pairs[0]++;
                });
                return pairs[0];
            }
            if (StopWords.contains(word)) {
                return 0;
            }
            use(word, inTitle);
            return kind == Words.Kind.WHOLE ? 0 : 1;
        }

        private void use(String word, boolean inTitle) {
            uses.merge(word, Use.of(1, inTitle), (before, _) -> before.again(inTitle));
        }
    }
}
