package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Crowd;
import ai.xray.harness.MemoryTools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes notes that no two are alike and remembers which of them the server acknowledged. */
final class WrittenNotes {
    private static final int READERS = 8;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int WORD_BASE = 36;

    /** A note, its title holding a word that is in no other one. */
    private record Note(String title, String word) {
        static Note number(int number) {
            // Multiplying by an odd number is a bijection that leaves no two words within one edit of each other in
            // practice.
            String word = "w" + Long.toUnsignedString(number * GOLDEN, WORD_BASE);
            return new Note("Note %d about %s".formatted(number, word), word);
        }

        String content() {
            return "What is to be kept of " + title + ".";
        }
    }

    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, Note> byId = new ConcurrentHashMap<>();
    private final Set<String> startedTitles = ConcurrentHashMap.newKeySet();

    /** Writes a new note; when this throws, the note counts as unanswered. */
    void writeNext(MemoryTools memory) throws IOException {
        Note note = Note.number(numbers.incrementAndGet());
        startedTitles.add(note.title());
        String id = memory.note(note.title(), note.content());
        Note before = byId.put(id, note);
        assertThat(before).as("the note that got the same id %s", id).isNull();
    }

    int acknowledged() {
        return byId.size();
    }

    /** How many writes were begun and not acknowledged. */
    int unanswered() {
        return startedTitles.size() - byId.size();
    }

    /**
     * Fails unless every acknowledged note is listed, found by its word and read by its id, none twice, and nothing is
     * listed that was never written.
     */
    void requireKept(MemoryTools memory) throws Exception {
        List<Map<String, Object>> listed = memory.list();
        assertThat(listed)
                .extracting(cell -> cell.get("id"))
                .doesNotHaveDuplicates()
                .containsAll(byId.keySet());
        assertThat(listed).extracting(cell -> cell.get("title")).doesNotHaveDuplicates();
        assertThat(startedTitles).containsAll(titles(listed));
        Crowd.forEach(byId.entrySet(), READERS, entry -> requireKept(memory, entry.getKey(), entry.getValue()));
    }

    /** Fails unless exactly the acknowledged notes are listed. */
    void requireNothingElse(MemoryTools memory) throws IOException {
        assertThat(memory.list()).extracting(cell -> cell.get("id")).containsExactlyInAnyOrderElementsOf(byId.keySet());
    }

    private static void requireKept(MemoryTools memory, String id, Note note) throws IOException {
        assertThat(memory.search(note.word())).as("found by '%s'", note.word()).containsOnlyOnce(id);
        assertThat(memory.get(id))
                .containsEntry("id", id)
                .containsEntry("title", note.title())
                .containsEntry("content", note.content());
    }

    private static List<String> titles(List<Map<String, Object>> cells) {
        List<String> titles = new ArrayList<>();
        cells.forEach(cell -> titles.add((String) cell.get("title")));
        return titles;
    }
}
