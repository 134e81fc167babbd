package ai.xray.memory;

import java.util.List;
import java.util.Optional;

/**
 * What is remembered about a query, ready for a prompt.
 *
 * @param context a block of text that says of itself that it is recalled data; every line that comes out of a cell begins
 *     with {@code "> "}
 * @param ids of the cells in it, in their order
 * @param tokens what {@code context} comes to, by a cautious estimate: a token for four letters of English, for two
 *     digits, signs or accented letters, for one character of any other script
 * @param limit the limit that was used
 * @param degraded why fewer means than configured were used, in words
 */
public record Briefing(String context, List<String> ids, int tokens, int limit, Optional<String> degraded) {
    public Briefing {
        ids = List.copyOf(ids);
    }
}
