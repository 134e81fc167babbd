package ai.xray.reranker.http;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** The answer of a {@code /rerank}: {@code index} and score of each text, best first. */
final class Scores {
    private final String server;
    private final Protocol protocol;

    Scores(String server, Protocol protocol) {
        this.server = server;
        this.protocol = protocol;
    }

    /**
     * The score of each of {@code count} texts, in their order.
     *
     * @throws IOException when there is not exactly one finite score for each
     */
    double[] of(Object answer, int count) throws IOException {
        if (!(protocol.scored(answer) instanceof List<?> items)) {
            throw new IOException("%s answered without a list of scores: does it speak as rerank-protocol %s says?"
                    .formatted(server, protocol));
        }
        if (items.size() != count) {
            throw new IOException("%s gave %d scores for %d texts".formatted(server, items.size(), count));
        }
        double[] scores = new double[count];
        boolean[] given = new boolean[count];
        for (Object item : items) {
            if (!(item instanceof Map<?, ?> fields)
                    || !(fields.get("index") instanceof Long index)
                    || index < 0
                    || index >= count) {
                throw new IOException("%s gave a score with an index that is not 0 to %d".formatted(server, count - 1));
            }
            int at = index.intValue();
            if (given[at]) {
                throw new IOException("%s gave two scores for one text (index %d)".formatted(server, at));
            }
            given[at] = true;
            scores[at] = number(fields.get(protocol.score()));
        }
        return scores;
    }

    private double number(Object json) throws IOException {
        double number = json instanceof Long || json instanceof BigDecimal ? ((Number) json).doubleValue() : Double.NaN;
        if (!Double.isFinite(number)) {
            throw new IOException("%s gave a text without a finite %s".formatted(server, protocol.score()));
        }
        return number;
    }
}
