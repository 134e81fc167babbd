package ai.xray.memory.internal.history;

import ai.xray.memory.Kind;
import ai.xray.memory.internal.rule.CellIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** What callers will ask, drawn by chance: few ids and few texts, so that they meet. Not thread-safe. */
final class Scripts {
    /** In every text. */
    static final String COMMON = "walrus";

    /** Of cells under ids that callers choose; it does not merge. */
    static final Kind KIND = Kind.ACTIVE_CONCERN;

    private static final List<String> CONTENTS = List.of("walrus one", "walrus two", "walrus three");
    private static final List<String> TAGS = List.of("red", "green", "blue", "grey");
    private static final List<String> THEMES = List.of(
            "walrus colonies along northern coasts rest during calm summer mornings before feeding",
            "walrus surveys from aircraft depend upon weather permits pilots cameras trained observers");
    private static final List<String> MORE = List.of("", " today", " today again", " today again indeed");
    private static final int RADIX = 26;

    private final Random random;
    private final String caller;
    private int titles;

    /** @param caller a word that no other caller has, so that titles are of one caller alone */
    Scripts(Random random, String caller) {
        this.random = random;
        this.caller = caller;
    }

    /** Which theme each text is of. */
    static Map<String, Integer> themes() {
        Map<String, Integer> themes = new HashMap<>();
        CONTENTS.forEach(content -> themes.put(content, -1));
        for (int theme = 0; theme < THEMES.size(); theme++) {
            for (String more : MORE) {
                themes.put(THEMES.get(theme) + more, theme);
            }
        }
        return Map.copyOf(themes);
    }

    /** The ids that what is told gets, the second one when the first is taken. */
    static List<String> ids(Request.Tell request) {
        return CellIds.candidates(request.draft().build()).subList(0, 2);
    }

    /** Something about few ids, of which some supersede others. */
    Request ofIds(List<String> ids) {
        String id = any(ids);
        int chance = random.nextInt(100);
        if (chance < 12) {
            return new Request.Upsert(id, Optional.of(any(CONTENTS)), Optional.empty());
        }
        if (chance < 24) {
            return new Request.Upsert(id, Optional.empty(), Optional.of(List.of(any(TAGS))));
        }
        if (chance < 40) {
            return new Request.Upsert(id, Optional.of(any(CONTENTS)), Optional.of(List.of(any(TAGS))));
        }
        if (chance < 65) {
            String other = ids.get((ids.indexOf(id) + 1 + random.nextInt(ids.size() - 1)) % ids.size());
            return new Request.Supersede(id, other, any(CONTENTS));
        }
        if (chance < 80) {
            return new Request.Delete(id);
        }
        if (chance < 84) {
            return new Request.Expire(id);
        }
        return chance < 92 ? new Request.Get(id) : new Request.Fetch(ids);
    }

    /** Something about texts of which many restate others; {@code known} are ids that were answered before. */
    Request ofTexts(String subject, List<String> known) {
        int chance = random.nextInt(100);
        if (known.isEmpty() || chance < 60) {
            int theme = random.nextInt(THEMES.size());
            return new Request.Tell(subject, theme, nextTitle(), THEMES.get(theme) + any(MORE), List.of(any(TAGS)));
        }
        String id = any(known);
        if (chance < 72) {
            return new Request.Delete(id);
        }
        if (chance < 80) {
            return new Request.Expire(id);
        }
        return chance < 92 ? new Request.Get(id) : new Request.Fetch(List.copyOf(known));
    }

    /** A word without digits, which would keep texts apart. */
    private String nextTitle() {
        StringBuilder title = new StringBuilder(caller);
        for (int rest = titles++; rest > 0; rest /= RADIX) {
            title.append((char) ('a' + rest % RADIX));
        }
        return title.toString();
    }

    private <T> T any(List<T> items) {
        return new ArrayList<>(items).get(random.nextInt(items.size()));
    }
}
