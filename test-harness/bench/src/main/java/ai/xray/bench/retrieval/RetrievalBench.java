package ai.xray.bench.retrieval;

import ai.xray.embedded.Components;
import ai.xray.embedder.onnx.OnnxEmbedder;
import ai.xray.embedder.table.StaticEmbedder;
import ai.xray.ranker.hnsw.HnswRanker;
import ai.xray.ranker.lexical.LexicalRanker;
import ai.xray.search.Embedder;
import ai.xray.search.VectorRanker;
import ai.xray.search.internal.ReciprocalRank;
import ai.xray.search.internal.ScoreMix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evidence recall of rankings, side by side. Arguments: {@code locomo10.json} of LoCoMo, the folder {@code chats/100K} of BEAM,
 * and optionally a folder of its own, in which the sentence model's vectors are kept from run to run; without one that model
 * does not take part, for it needs minutes.
 *
 * <p>Whatever has constants is calibrated on the first half of each set, which is every second conversation from the first
 * on, and judged on the second.
 */
public final class RetrievalBench {
    private static final double STATIC_FLOOR = 0.4;
    private static final double NO_FLOOR = -1;
    private static final int NAME_WIDTH = 34;

    private final List<Contender> contenders;

    private RetrievalBench(List<Contender> contenders) {
        this.contenders = contenders;
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, List<Conversation>> sets = new LinkedHashMap<>();
        Locomo locomo = new Locomo(Path.of(arguments[0]));
        sets.put("LoCoMo turns", locomo.turns());
        sets.put("LoCoMo sessions", locomo.sessions());
        sets.put("BEAM 100K turns", new Beam(Path.of(arguments[1])).turns());
        Optional<Path> kept = arguments.length > 2 ? Optional.of(Path.of(arguments[2])) : Optional.empty();
        new RetrievalBench(contenders(kept)).run(sets);
    }

    private static List<Contender> contenders(Optional<Path> kept) throws IOException {
        Path directory = kept.isPresent() ? kept.get() : Files.createTempDirectory("xray-retrieval-bench");
        Embedder table = Components.withDefaults().make(StaticEmbedder.class);
        VectorRanker hnsw = Components.withDefaults().make(HnswRanker.class);
        List<Contender> contenders = new ArrayList<>(List.of(
                new LuceneBm25(1.2f, 0.75f),
                new LuceneBm25(0.9f, 0.4f),
                new RankerContender("ranker-lexical", new LexicalRanker()),
                new VectorContender("embedder-static, exact", table, hnsw, true),
                new VectorContender("embedder-static, ranker-hnsw", table, hnsw, false),
                new MemoryContender("memory, words alone", Optional.empty(), NO_FLOOR, new ScoreMix(), true, directory),
                new MemoryContender(
                        "memory, rrf, unshaped",
                        Optional.of(table),
                        STATIC_FLOOR,
                        new ReciprocalRank(),
                        false,
                        directory),
                new MemoryContender(
                        "memory, rrf", Optional.of(table), STATIC_FLOOR, new ReciprocalRank(), true, directory),
                new MemoryContender(
                        "memory, score, unshaped", Optional.of(table), STATIC_FLOOR, new ScoreMix(), false, directory),
                new MemoryContender(
                        "memory, score, no floor", Optional.of(table), NO_FLOOR, new ScoreMix(), true, directory),
                new MemoryContender(
                        "memory as it is", Optional.of(table), STATIC_FLOOR, new ScoreMix(), true, directory)));
        if (kept.isPresent()) {
            Embedder sentences = new Components(Map.of("data-dir", directory.toString())).make(OnnxEmbedder.class);
            contenders.add(new MemoryContender(
                    "memory, embedder-onnx", Optional.of(sentences), NO_FLOOR, new ScoreMix(), true, directory));
        }
        return contenders;
    }

    private void run(Map<String, List<Conversation>> sets) {
        sets.forEach((name, conversations) -> {
            System.out.printf("%n%s: recall@1 @5 @10, MRR@10%n", name);
            System.out.println(row("", List.of("whole", "first half", "second half")));
            contenders.forEach(contender -> measure(contender, conversations));
        });
        System.exit(0); // threads of a native runtime go on
    }

    private static void measure(Contender contender, List<Conversation> conversations) {
        Tally first = new Tally();
        Tally second = new Tally();
        for (int i = 0; i < conversations.size(); i++) {
            Conversation conversation = conversations.get(i);
            contender.index(conversation.passages());
            for (Question question : conversation.questions()) {
                (i % 2 == 0 ? first : second).add(question, contender.rank(question.text(), Tally.DEPTH));
            }
        }
        Tally whole = new Tally();
        whole.add(first);
        whole.add(second);
        System.out.println(row(
                contender.name(),
                List.of(whole, first, second).stream()
                        .map(RetrievalBench::figures)
                        .toList()));
    }

    private static String figures(Tally tally) {
        return String.format(
                "%.3f %.3f %.3f %.3f", tally.recall(1), tally.recall(5), tally.recall(10), tally.reciprocalRank());
    }

    private static String row(String name, List<String> cells) {
        StringBuilder row = new StringBuilder(String.format("%-" + NAME_WIDTH + "s", name));
        cells.forEach(cell -> row.append(String.format("%-28s", cell)));
        return row.toString().stripTrailing();
    }
}
