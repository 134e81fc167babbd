package ai.xray.memory.internal.merge;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Scope;
import ai.xray.memory.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RestatementsTest {
    private static final Circle FACTS = new Circle(Kind.STABLE_FACT, Scope.PUBLIC, Optional.empty());

    private static MemoryCell fact(String id, String content) {
        return MemoryCell.cell(id, Kind.STABLE_FACT, Instant.EPOCH)
                .title("about it")
                .content(content)
                .build();
    }

    private static String text(Random random, int vocabulary, int mostWords) {
        StringBuilder text = new StringBuilder();
        int words = random.nextInt(mostWords + 1);
        for (int i = 0; i < words; i++) {
            double skewed = random.nextDouble() * random.nextDouble();
            text.append("word").append((char) ('a' + (int) (skewed * vocabulary) % 26));
            text.append((char) ('a' + (int) (skewed * vocabulary) / 26)).append(' ');
        }
        text.append(random.nextInt(8) == 0 ? "30 " : "").append(random.nextInt(8) == 0 ? "never" : "");
        return text.toString();
    }

    /** A cell and what is compared of it. */
    private record Held(MemoryCell cell, Fingerprint print) {
        boolean counts() {
            return cell.kind().merges() && cell.status() == Status.ACTIVE;
        }
    }

    private static List<String> scan(Map<String, Held> cells, Circle circle, Fingerprint asked) {
        Comparator<Held> likestFirst = Comparator.comparingDouble(
                        (Held held) -> held.print().likeness(asked))
                .reversed()
                .thenComparing(held -> held.cell().id());
        return cells.values().stream()
                .filter(held -> held.counts()
                        && Circle.of(held.cell()).equals(circle)
                        && held.print().restates(asked))
                .sorted(likestFirst)
                .map(held -> held.cell().id())
                .toList();
    }

    @Property(tries = 150)
    void whatIsFoundIsWhatAComparisonWithEachFinds(
            @ForAll long seed,
            @ForAll @IntRange(min = 20, max = 400) int vocabulary,
            @ForAll @IntRange(max = 60) int most) {
        Random random = new Random(seed);
        Restatements restatements = new Restatements();
        Map<String, Held> cells = new LinkedHashMap<>();
        for (int step = 0; step < 500; step++) {
            String id = "c" + random.nextInt(250);
            if (random.nextInt(5) == 0) {
                restatements.remove(id);
                cells.remove(id);
            } else {
                MemoryCell cell = fact(id, text(random, vocabulary, most))
                        .with()
                        .kind(random.nextInt(20) == 0 ? Kind.NOTE : Kind.STABLE_FACT)
                        .status(random.nextInt(20) == 0 ? Status.SUPERSEDED : Status.ACTIVE)
                        .scope(random.nextInt(20) == 0 ? Scope.PRIVATE : Scope.PUBLIC)
                        .build();
                restatements.put(cell);
                cells.put(id, new Held(cell, Fingerprint.of(cell)));
            }
            if (step % 10 == 0) {
                Fingerprint asked = Fingerprint.of("about it " + text(random, vocabulary, most));
                assertThat(restatements.of(FACTS, asked)).isEqualTo(scan(cells, FACTS, asked));
            }
        }
        for (Held held : cells.values()) {
            String its = held.cell().id();
            List<String> others = scan(cells, Circle.of(held.cell()), held.print()).stream()
                    .filter(id -> !id.equals(its))
                    .toList();
            assertThat(restatements.of(its)).isEqualTo(held.counts() ? others : List.of());
        }
    }

    @Test
    void smallTextIsFoundByALargeOneThatHoldsItAndTheOtherWayRound() {
        Restatements restatements = new Restatements();
        Random random = new Random(7);
        for (int i = 0; i < 2 * Members.MOST_WITHOUT_SHORTLIST; i++) {
            restatements.put(fact("other" + i, text(random, 600, 40)));
        }
        String small = "Nightly backups of the billing database land in the archive bucket every evening";
        String large = small + ". " + "Beside that the team keeps quite another story about something else entirely, "
                + "told with many further words such as mountain river forest harbour lantern compass anchor sailor";
        restatements.put(fact("small", small));
        assertThat(restatements.of(FACTS, Fingerprint.of(fact("x", large)))).containsExactly("small");
        restatements.remove("small");
        restatements.put(fact("large", large));
        assertThat(restatements.of(FACTS, Fingerprint.of(fact("x", small)))).containsExactly("large");
    }

    @Property(tries = 100)
    void postingsHoldWhatAMapOfListsHolds(@ForAll long seed) {
        Random random = new Random(seed);
        List<Integer> tokens = Arbitraries.integers().list().ofSize(1).sample();
        Postings postings = new Postings();
        Map<Integer, TreeSet<Integer>> expected = new LinkedHashMap<>();
        for (int i = 0; i < 3000; i++) {
            int token = tokens.getFirst() + random.nextInt(200) * (1 << random.nextInt(20));
            int slot = random.nextInt(20);
            var slots = expected.computeIfAbsent(token, key -> new TreeSet<>());
            if (random.nextInt(3) > 0) {
                if (slots.add(slot)) {
                    postings.add(token, slot);
                }
            } else {
                slots.remove(slot);
                postings.remove(token, slot);
            }
        }
        expected.forEach((token, slots) -> {
            var found = new ArrayList<Integer>();
            postings.visit(token, found::add);
            assertThat(found).containsExactlyInAnyOrderElementsOf(slots);
        });
    }
}
