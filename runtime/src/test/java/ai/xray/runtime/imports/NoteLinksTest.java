package ai.xray.runtime.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoteLinksTest {
    private final NoteLinks links = new NoteLinks(Map.of(
            "index.md", "index",
            "people/Ada.md", "ada",
            "people/Bob (old).md", "bob",
            "plans/index.md", "plans-index",
            "plans/deep/plan.md", "plan"));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[[Ada]]; ada",
                "[[ada|the countess]]; ada",
                "![[people/Ada#Life]]; ada",
                "[[Ada.md]]; ada",
                "| [[Ada\\|her]] |; ada",
                "[[deep/plan]]; plan",
                "[[/plans/index]]; plans-index",
                "[[index]]; plans-index",
                "[x](../people/Ada.md); ada",
                "[x](<../people/Bob (old).md>); bob",
                "[x](../people/Bob%20%28old%29.md#now); bob",
                "[x](deep/plan.md \"title\"); plan",
                "[x](/index.md); index",
            })
    void linkIsResolvedAsItsReaderWould(String text, String id) {
        assertThat(links.in(text, "plans/note.md")).containsExactly(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[[Nobody]]",
                "[[#Heading]]",
                "[x](https://example.org/people/Ada.md)",
                "[x](../../../etc/Ada.md)",
                "[x](../people/Ada.txt)",
                "[x](%zz.md)",
                "[[ ]]",
            })
    void whatLeadsToNoNoteIsNoLink(String text) {
        assertThat(links.in(text, "plans/note.md")).isEmpty();
    }

    @Test
    void codeHasNoLinksAndEachLinkCountsOnce() {
        assertThat(links.in("```sh\n[[Ada]]\n```\n[[plan]] [[index]] [[plan]]", "note.md"))
                .containsExactly("plan", "index");
    }
}
