package ai.xray.bench.retrieval;

import ai.xray.ranker.lexical.LexicalRanker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evidence recall of rankings, side by side. Arguments: {@code locomo10.json} of LoCoMo, and optionally the folder
 * {@code chats/100K} of BEAM.
 *
 * <p>Whatever has constants is calibrated on the first half of each set, which is every second conversation from the first
 * on, and judged on the second.
 */
public final class RetrievalBench {
    private static final int SET_WIDTH = 22;
    private static final int COLUMN_WIDTH = 26;

    private final List<Contender> contenders;

    private RetrievalBench(List<Contender> contenders) {
        this.contenders = contenders;
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, List<Conversation>> sets = new LinkedHashMap<>();
        Locomo locomo = new Locomo(Path.of(arguments[0]));
        sets.put("LoCoMo turns", locomo.turns());
        sets.put("LoCoMo sessions", locomo.sessions());
        if (arguments.length > 1) {
            sets.put("BEAM 100K turns", new Beam(Path.of(arguments[1])).turns());
        }
        new RetrievalBench(List.of(
                        new LuceneBm25(1.2f, 0.75f),
                        new LuceneBm25(0.9f, 0.4f),
                        new RankerContender("lexical", new LexicalRanker())))
                .run(sets);
    }

    private void run(Map<String, List<Conversation>> sets) {
        StringBuilder header = new StringBuilder(cell("recall@1 @5 @10, MRR", SET_WIDTH + 6));
        contenders.forEach(contender -> header.append(cell(contender.name(), COLUMN_WIDTH)));
        System.out.println(header.toString().stripTrailing());
        sets.forEach(this::measure);
    }

    private void measure(String name, List<Conversation> conversations) {
        List<Half> halves = contenders.stream()
                .map(contender -> Half.both(contender, conversations))
                .toList();
        print(name, halves.stream().map(Half::whole).toList());
        print("  first half", halves.stream().map(Half::first).toList());
        print("  second half", halves.stream().map(Half::second).toList());
    }

    /** What a contender reached on either half of a set. */
    private record Half(Tally first, Tally second) {
        static Half both(Contender contender, List<Conversation> conversations) {
            Half halves = new Half(new Tally(), new Tally());
            for (int i = 0; i < conversations.size(); i++) {
                Conversation conversation = conversations.get(i);
                contender.index(conversation.passages());
                for (Question question : conversation.questions()) {
                    (i % 2 == 0 ? halves.first : halves.second)
                            .add(question, contender.rank(question.text(), Tally.DEPTH));
                }
            }
            return halves;
        }

        Tally whole() {
            Tally whole = new Tally();
            whole.add(first);
            whole.add(second);
            return whole;
        }
    }

    private static void print(String name, List<Tally> tallies) {
        StringBuilder line = new StringBuilder(cell(name, SET_WIDTH));
        line.append(String.format("%5d ", tallies.getFirst().questions()));
        for (Tally tally : tallies) {
            line.append(cell(
                    String.format(
                            "%.3f %.3f %.3f %.3f",
                            tally.recall(1), tally.recall(5), tally.recall(10), tally.reciprocalRank()),
                    COLUMN_WIDTH));
        }
        System.out.println(line.toString().stripTrailing());
    }

    private static String cell(String text, int width) {
        return String.format("%-" + width + "s", text);
    }
}
