package ai.xray.memory.internal.merge;

import java.util.List;
import java.util.Set;

/**
 * Words that deny, in case-folded form. The lists are short on purpose and hold what a sentence of notes negates with in
 * languages people write notes in; words that mean something frequent in another of these languages are left out, as
 * Italian {@code mai} (German for May). Where a word denies only at times, such as {@code 不} in {@code 不同}, it counts: the
 * worst that comes of it is a second cell.
 */
final class Negation {
    private static final Set<String> WORDS = Set.of(
            // English; contractions with an apostrophe are told by their ending
            "no",
            "not",
            "never",
            "none",
            "nor",
            "neither",
            "nothing",
            "nobody",
            "nowhere",
            "cannot",
            "without",
            "dont",
            "doesnt",
            "didnt",
            "isnt",
            "arent",
            "wasnt",
            "werent",
            "cant",
            "couldnt",
            "wont",
            "wouldnt",
            "shouldnt",
            "hasnt",
            "havent",
            "hadnt",
            "mustnt",
            "aint",
            // German, Dutch, Danish, Norwegian, Swedish
            "nicht",
            "nichts",
            "kein",
            "keine",
            "keinen",
            "keinem",
            "keiner",
            "keines",
            "nie",
            "niemals",
            "niemand",
            "ohne",
            "nein",
            "niet",
            "geen",
            "nooit",
            "zonder",
            "ikke",
            "ingen",
            "aldri",
            "aldrig",
            "inte",
            "uden",
            "utan",
            "uten",
            // French, Spanish, Portuguese, Italian
            "ne",
            "pas",
            "jamais",
            "aucun",
            "aucune",
            "rien",
            "sans",
            "nunca",
            "jamás",
            "nada",
            "nadie",
            "ningún",
            "ninguna",
            "tampoco",
            "sin",
            "ni",
            "não",
            "nem",
            "nenhum",
            "nenhuma",
            "sem",
            "non",
            "nessun",
            "nessuno",
            "nessuna",
            "senza",
            "niente",
            // Polish, Czech, Russian, Ukrainian
            "nigdy",
            "bez",
            "není",
            "nikdy",
            "не",
            "нет",
            "ни",
            "никогда",
            "без",
            "нельзя",
            "ні",
            "немає",
            "ніколи",
            // Turkish, Finnish, Hungarian, Greek
            "değil",
            "yok",
            "hiç",
            "ei",
            "eivät",
            "nincs",
            "δεν",
            "μην",
            "όχι",
            "χωρίσ",
            "χωρίς",
            // Indonesian, Vietnamese
            "tidak",
            "bukan",
            "jangan",
            "tanpa",
            "belum",
            "không",
            "chưa",
            "chẳng",
            // Arabic, Hebrew, Persian, Hindi
            "لا",
            "لم",
            "لن",
            "ليس",
            "ليست",
            "بدون",
            "بلا",
            "לא",
            "אין",
            "בלי",
            "نه",
            "نیست",
            "नहीं",
            "मत",
            "बिना");

    private static final List<String> ENDINGS = List.of("n't");
    private static final List<String> BEGINNINGS = List.of("n'", "نمی");

    /** For scripts whose runs are not split into words. */
    private static final List<String> WITHIN_RUNS = List.of(
            // Chinese and Japanese
            "不",
            "没",
            "沒",
            "无",
            "無",
            "未",
            "勿",
            "莫",
            "并非",
            "並非",
            "ない",
            "なかった",
            "なく",
            "ません",
            "せず",
            // Korean
            "않",
            "없",
            "못",
            "아니",
            "지마",
            // Thai, Lao, Khmer, Burmese
            "ไม่",
            "อย่า",
            "ไร้",
            "ບໍ່",
            "មិន",
            "ဘူး");

    private static final Set<String> WHOLE_RUNS = Set.of("안", "非", "否");

    private Negation() {}

    /** Whether a case-folded word denies. */
    static boolean isNegation(String word) {
        return WORDS.contains(word)
                || ENDINGS.stream().anyMatch(word::endsWith)
                || BEGINNINGS.stream().anyMatch(word::startsWith);
    }

    /** Whether a run of characters of scripts without word boundaries holds a word that denies. */
    static boolean negatesWithin(String run) {
        return WHOLE_RUNS.contains(run) || WITHIN_RUNS.stream().anyMatch(run::contains);
    }
}
