package ai.xray.memory.internal;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes drafts in a line: {@code Draft.note("title", "content").id("a").build()}. */
public final class Draft {
    private Optional<String> id = Optional.empty();
    private Optional<Kind> kind = Optional.empty();
    private Optional<Scope> scope = Optional.empty();
    private Optional<String> subject = Optional.empty();
    private Optional<String> title = Optional.empty();
    private Optional<String> content = Optional.empty();
    private Optional<Confidence> confidence = Optional.empty();
    private Optional<List<String>> tags = Optional.empty();
    private Optional<List<String>> links = Optional.empty();
    private Optional<List<String>> evidenceRefs = Optional.empty();
    private Optional<String> source = Optional.empty();
    private Optional<Instant> staleAfter = Optional.empty();
    private Optional<Map<String, Object>> data = Optional.empty();

    /** Of a note. */
    public static Draft note(String title, String content) {
        return empty().kind(Kind.NOTE).title(title).content(content);
    }

    /** Of nothing. */
    public static Draft empty() {
        return new Draft();
    }

    public Draft id(String value) {
        id = Optional.of(value);
        return this;
    }

    public Draft kind(Kind value) {
        kind = Optional.of(value);
        return this;
    }

    public Draft scope(Scope value) {
        scope = Optional.of(value);
        return this;
    }

    /** Private, and whose. */
    public Draft ownedBy(String value) {
        return scope(Scope.PRIVATE).subject(value);
    }

    public Draft subject(String value) {
        subject = Optional.of(value);
        return this;
    }

    public Draft title(String value) {
        title = Optional.of(value);
        return this;
    }

    public Draft content(String value) {
        content = Optional.of(value);
        return this;
    }

    public Draft confidence(Confidence value) {
        confidence = Optional.of(value);
        return this;
    }

    public Draft tags(String... value) {
        tags = Optional.of(List.of(value));
        return this;
    }

    public Draft links(String... value) {
        links = Optional.of(List.of(value));
        return this;
    }

    public Draft evidenceRefs(String... value) {
        evidenceRefs = Optional.of(List.of(value));
        return this;
    }

    public Draft source(String value) {
        source = Optional.of(value);
        return this;
    }

    public Draft staleAfter(Instant value) {
        staleAfter = Optional.of(value);
        return this;
    }

    public Draft data(Map<String, Object> value) {
        data = Optional.of(value);
        return this;
    }

    public CellDraft build() {
        return new CellDraft(
                id,
                kind,
                scope,
                subject,
                title,
                content,
                confidence,
                tags,
                links,
                evidenceRefs,
                source,
                staleAfter,
                data);
    }
}
