package ai.xray.ranker.lexical;

import ai.xray.search.Document;
import java.util.HashMap;
import java.util.Map;

/**
 * What a ranking needs of a document's texts.
 *
 * @param inTitle its distinct words, and of each whether the title holds it
 */
record DocumentWords(Phrase title, Map<String, Boolean> inTitle) {
    static DocumentWords of(Document<?> document) {
        Phrase.Builder title = new Phrase.Builder();
        Map<String, Boolean> inTitle = new HashMap<>();
        Words.read(document.title(), (kind, word) -> {
            title.add(kind, word);
            add(kind, word, true, inTitle);
        });
        Words.read(document.content(), (kind, word) -> add(kind, word, false, inTitle));
        Words.read(document.id(), (kind, word) -> {
            if (kind
                    != Words.Kind
                            .WHOLE) { // an id in whole is compared as such, and would be a word of its own each time
                add(kind, word, false, inTitle);
            }
        });
        return new DocumentWords(title.build(), inTitle);
    }

    private static void add(Words.Kind kind, String word, boolean title, Map<String, Boolean> inTitle) {
        if (kind == Words.Kind.RUN) {
            Words.pairs(word, pair -> inTitle.putIfAbsent(pair, title));
        } else if (!StopWords.contains(word)) {
            inTitle.putIfAbsent(word, title);
        }
    }
}
