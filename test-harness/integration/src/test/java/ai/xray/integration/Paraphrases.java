package ai.xray.integration;

import ai.xray.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Cells that a question finds by its meaning alone, as it has no word in common with them, among many others. */
final class Paraphrases {
    /** A question and the cell that answers it. */
    record Pair(String question, String id, String title, String content) {}

    static final List<Pair> PAIRS = List.of(
            new Pair(
                    "doctor treated sick person with medicine",
                    "paraphrase-physician",
                    "Prescription",
                    "The physician gave the patient antibiotics for the infection."),
            new Pair(
                    "automobile engine would not run",
                    "paraphrase-car",
                    "Breakdown",
                    "The car's motor failed to start this morning."),
            new Pair(
                    "kid played music on a keyboard",
                    "paraphrase-piano",
                    "Recital",
                    "The child performed a song at the piano."));

    private static final List<String> GOODS =
            List.of("copper wire", "roof tiles", "cement", "glass panes", "steel rods");
    private static final List<String> PLACES = List.of("north hall", "quay", "rail yard", "south gate", "silo");

    private Paraphrases() {}

    /** Writes the pairs' cells and enough others to make {@code count} of them as JSON Lines. */
    static Path write(Path file, int count) throws IOException {
        List<String> lines = new ArrayList<>();
        PAIRS.forEach(pair -> lines.add(cell(pair.id(), pair.title(), pair.content())));
        for (int i = lines.size(); i < count; i++) {
            lines.add(cell(
                    "stock-%05d".formatted(i),
                    "Stock list %d".formatted(i),
                    "Shelf %d at the %s holds %d pallets of %s."
                            .formatted(
                                    i,
                                    PLACES.get(i / GOODS.size() % PLACES.size()),
                                    i % 97 + 1,
                                    GOODS.get(i % GOODS.size()))));
        }
        return Files.write(file, lines);
    }

    private static String cell(String id, String title, String content) {
        return Json.write(Map.of(
                "id",
                id,
                "kind",
                "note",
                "title",
                title,
                "content",
                content,
                "createdAt",
                "2026-11-01T00:00:00Z",
                "staleAfter",
                "2099-01-01T00:00:00Z"));
    }
}
