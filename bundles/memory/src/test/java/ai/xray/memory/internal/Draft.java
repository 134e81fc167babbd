package ai.xray.memory.internal;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Kind;

/** Begins drafts as tests want them: {@code Draft.note("title", "content").id("a").build()}. */
public final class Draft {
    private Draft() {}

    /** Of a note. */
    public static CellDraft.Builder note(String title, String content) {
        return CellDraft.draft(Kind.NOTE, title, content);
    }

    /** Of nothing. */
    public static CellDraft.Builder empty() {
        return CellDraft.draft();
    }
}
