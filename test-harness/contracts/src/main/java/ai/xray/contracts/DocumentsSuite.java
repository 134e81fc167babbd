package ai.xray.contracts;

import static ai.xray.contracts.MemoryStoreCells.full;
import static ai.xray.contracts.MemoryStoreCells.numbered;
import static ai.xray.contracts.StoreCalls.contents;
import static ai.xray.contracts.StoreCalls.put;
import static ai.xray.memory.MemoryWrite.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.MemoryStore;
import ai.xray.memory.MemoryWrite;
import ai.xray.memory.MemoryWrite.Put;
import ai.xray.memory.StoredCell;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That cells come back as they were written, whatever is in them. */
abstract class DocumentsSuite extends StoreSuite {
    DocumentsSuite(Supplier<MemoryStore> store) {
        super(store);
    }

    @Test
    void idsThatLookAlikeAreDifferentCells() throws Exception {
        List<String> ids = List.of(
                "a",
                "A",
                "a ",
                " a",
                "a/b",
                "a//b",
                "../a",
                "a%2Fb",
                "a%",
                "a_",
                "ab",
                "a'b",
                "a\"b",
                "a\\b",
                "'; DROP TABLE cell; --",
                "é",
                "e\u0301",
                "straße",
                "STRASSE",
                "strasse",
                "ı",
                "İ",
                "今天",
                "🧭",
                "1",
                "01",
                "1.0",
                "null",
                "x".repeat(MemoryCell.MAX_ID_CHARS));
        List<MemoryWrite> writes = new ArrayList<>();
        for (String id : ids) {
            writes.add(new Put(numbered(id, writes.size()), ABSENT));
        }

        store().commit(writes);

        Map<String, StoredCell> found = store().get(ids);
        assertThat(found).containsOnlyKeys(ids);
        for (int i = 0; i < ids.size(); i++) {
            assertThat(found.get(ids.get(i)).cell()).isEqualTo(numbered(ids.get(i), i));
            assertThat(store().get(ids.get(i))).contains(found.get(ids.get(i)));
        }
        assertThat(contents(store())).isEqualTo(found);
        assertThat(store().get(List.of("b", "aB", "E\u0301", "É", "a\uD800"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyFieldComesBackAsItWasWritten(Kind kind) throws Exception {
        MemoryCell cell = full("full", kind);

        long revision = put(store(), cell, ABSENT);

        StoredCell expected = new StoredCell(cell, revision);
        assertThat(store().get("full")).contains(expected);
        assertThat(contents(store())).isEqualTo(Map.of("full", expected));
    }

    @Test
    void unknownFieldsSurviveAReadAndAWrite() throws Exception {
        long first = put(store(), full("a", Kind.STABLE_FACT), ABSENT);
        MemoryCell read = store().get("a").orElseThrow().cell();

        put(store(), read.with().title("Another title").build(), first);

        assertThat(store().get("a").orElseThrow().cell())
                .isEqualTo(full("a", Kind.STABLE_FACT)
                        .with()
                        .title("Another title")
                        .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "语", "🧭", "\"", "\n"})
    void contentOfTheLargestSizeComesBackToTheByte(String letter) throws Exception {
        int bytes = letter.getBytes(StandardCharsets.UTF_8).length;
        String content =
                letter.repeat(MemoryCell.MAX_CONTENT_BYTES / bytes) + "y".repeat(MemoryCell.MAX_CONTENT_BYTES % bytes);
        assertThat(content.getBytes(StandardCharsets.UTF_8)).hasSize(MemoryCell.MAX_CONTENT_BYTES);

        put(store(), numbered("a", 1).with().content(content).build(), ABSENT);

        assertThat(store().get("a").orElseThrow().cell().content()).isEqualTo(content);
    }
}
