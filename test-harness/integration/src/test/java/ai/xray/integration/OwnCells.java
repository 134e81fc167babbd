package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * The cells of one client, whom nobody else's writes concern: what the server acknowledged of them, and what it was asked last
 * and has not answered. One thread at a time.
 */
final class OwnCells {
    private static final int MOST_CELLS = 40;
    private static final int HABITS = 4;
    private static final int MOST_TAGS = 24;
    private static final int MOST_FILLING = 2000;

    private final String name;
    private final Random random;
    private final List<Habit> habits = new ArrayList<>();
    private final Map<String, Cell> cells = new LinkedHashMap<>();
    private final Set<String> used = new LinkedHashSet<>();
    private final List<Said> said = new ArrayList<>();
    private Optional<Change> unanswered = Optional.empty();
    private int made;
    private int acknowledged;

    OwnCells(String name, long seed) {
        this.name = name;
        random = new Random(seed);
        for (int i = 0; i < HABITS; i++) {
            habits.add(Habit.anew());
        }
    }

    /** What the tests look at in a cell. */
    private record Cell(String content, String status, List<String> tags, List<String> supersedes) {
        static Cell of(Map<String, Object> fields) {
            return new Cell(
                    (String) fields.get("content"),
                    (String) fields.get("status"),
                    texts(fields.get("tags")),
                    texts(fields.get("supersedes")));
        }

        static Cell fresh(String content, List<String> tags, List<String> supersedes) {
            return new Cell(content, "active", tags, supersedes);
        }

        boolean active() {
            return status.equals("active");
        }

        Cell withContent(String value) {
            return new Cell(value, status, tags, supersedes);
        }

        Cell superseded() {
            return new Cell(content, "superseded", tags, supersedes);
        }

        private static List<String> texts(Object list) {
            return list == null
                    ? List.of()
                    : ((List<?>) list).stream().map(String.class::cast).toList();
        }
    }

    /** A call and what it does to which cells; empty for a cell that is gone. */
    private record Change(String tool, Map<String, Object> arguments, Map<String, Optional<Cell>> effects) {}

    /** A word that was once in a cell. */
    private record Said(String word, String id) {}

    /** Something that is told again and again in words that restate each other. */
    private record Habit(String word, String rest) {
        static Habit anew() {
            List<String> rest = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                rest.add(SealedText.newWord());
            }
            return new Habit(SealedText.newWord(), String.join(" ", rest));
        }

        String title() {
            return "Habit " + word;
        }

        String id() {
            return "habit-" + word;
        }

        SealedText told(int length) {
            return SealedText.of(word, rest + " longer".repeat(length));
        }
    }

    /** Has the server change something; when this throws, it is open whether it did. */
    void changeOne(McpClient client) throws IOException {
        Change change = next();
        unanswered = Optional.of(change);
        used.addAll(change.effects().keySet());
        client.callTool(change.tool(), change.arguments());
        unanswered = Optional.empty();
        acknowledged++;
        apply(change, cells);
    }

    int acknowledged() {
        return acknowledged;
    }

    /** Whether the last call was not answered. */
    boolean cutOff() {
        return unanswered.isPresent();
    }

    Set<String> used() {
        return used;
    }

    /**
     * Fails unless the store holds all that was acknowledged, with all or nothing of what was not answered; from then on that
     * is what this client knows.
     *
     * @param stored all cells by id, those of others among them
     * @return whether what was not answered had happened
     */
    boolean requireWhole(Map<String, Map<String, Object>> stored) {
        Map<String, Cell> mine = new HashMap<>();
        used.forEach(id -> Optional.ofNullable(stored.get(id)).ifPresent(fields -> mine.put(id, Cell.of(fields))));
        mine.values().forEach(cell -> SealedText.wordOf(cell.content()));
        Map<String, Cell> changed = new HashMap<>(cells);
        unanswered.ifPresent(change -> apply(change, changed));
        boolean happened = unanswered.isPresent() && mine.equals(changed);
        if (!happened) {
            assertThat(mine).as("%s, who was not answered %s", name, unanswered).isEqualTo(cells);
        }
        unanswered = Optional.empty();
        cells.clear();
        cells.putAll(mine);
        return happened;
    }

    /**
     * Fails unless each active cell is found by its word and read by its id, and none is found by a word that it no longer
     * holds or that went with it.
     *
     * @return how many searches that took
     */
    int requireFound(MemoryTools memory) throws IOException {
        for (Map.Entry<String, Cell> entry : cells.entrySet()) {
            String word = SealedText.wordOf(entry.getValue().content());
            assertThat(Cell.of(memory.get(entry.getKey()))).isEqualTo(entry.getValue());
            said.add(new Said(word, entry.getKey()));
        }
        Set<Said> questions = Set.copyOf(said);
        for (Said question : questions) {
            Optional<Cell> holder = Optional.ofNullable(cells.get(question.id()))
                    .filter(cell -> cell.active() && cell.content().startsWith(question.word()));
            List<String> found = memory.search(question.word());
            if (holder.isPresent()) {
                assertThat(found).as("found by '%s'", question.word()).containsOnlyOnce(question.id());
            } else {
                assertThat(found).as("found by '%s'", question.word()).doesNotContain(question.id());
            }
        }
        said.clear();
        return questions.size();
    }

    private void apply(Change change, Map<String, Cell> to) {
        change.effects().forEach((id, cell) -> {
            cell.ifPresentOrElse(there -> to.put(id, there), () -> to.remove(id));
            cell.ifPresent(there -> said.add(new Said(SealedText.wordOf(there.content()), id)));
        });
    }

    private Change next() {
        List<String> active = cells.keySet().stream()
                .filter(id -> cells.get(id).active() && !id.startsWith("habit-"))
                .toList();
        int chance = random.nextInt(100);
        if (cells.size() > MOST_CELLS || (chance < 15 && !cells.isEmpty())) {
            return deletion(any(List.copyOf(cells.keySet())));
        }
        if (chance < 40) {
            return telling(any(habits));
        }
        if (chance < 60 || active.isEmpty()) {
            return creation();
        }
        return chance < 80 ? update(any(active)) : supersession(any(active));
    }

    private Change creation() {
        String id = newId();
        SealedText text = newText();
        return new Change(
                "upsert_memory",
                Map.of("id", id, "kind", "note", "title", "Of " + name, "content", text.content()),
                Map.of(id, Optional.of(Cell.fresh(text.content(), List.of(), List.of()))));
    }

    private Change update(String id) {
        SealedText text = newText();
        return new Change(
                "upsert_memory",
                Map.of("id", id, "content", text.content()),
                Map.of(id, Optional.of(cells.get(id).withContent(text.content()))));
    }

    private Change supersession(String old) {
        String id = newId();
        SealedText text = newText();
        return new Change(
                "supersede_memory",
                Map.of("old_id", old, "id", id, "title", "Of " + name, "content", text.content()),
                Map.of(
                        old, Optional.of(cells.get(old).superseded()),
                        id, Optional.of(Cell.fresh(text.content(), List.of(), List.of(old)))));
    }

    private Change deletion(String id) {
        return new Change("delete_memory", Map.of("id", id), Map.of(id, Optional.empty()));
    }

    /** Merges into what was told before of the same, which keeps the longer text and the tags of both. */
    private Change telling(Habit habit) {
        SealedText text = habit.told(random.nextInt(MOST_FILLING));
        String tag = "tag" + random.nextInt(MOST_TAGS);
        Cell before = cells.get(habit.id());
        Cell after = before == null ? Cell.fresh(text.content(), List.of(tag), List.of()) : merged(before, text, tag);
        return new Change(
                "upsert_memory",
                Map.of(
                        "kind", "operational_pattern",
                        "subject", name,
                        "title", habit.title(),
                        "content", text.content(),
                        "tags", List.of(tag)),
                Map.of(habit.id(), Optional.of(after)));
    }

    private static Cell merged(Cell cell, SealedText text, String tag) {
        boolean longer = text.content().length() > cell.content().length();
        Set<String> tags = new LinkedHashSet<>(cell.tags());
        tags.add(tag);
        return new Cell(longer ? text.content() : cell.content(), cell.status(), List.copyOf(tags), cell.supersedes());
    }

    private SealedText newText() {
        return SealedText.of(
                SealedText.newWord(),
                "filling ".repeat(1 + random.nextInt(MOST_FILLING)).strip());
    }

    private String newId() {
        return name + "-" + made++;
    }

    private <T> T any(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }
}
