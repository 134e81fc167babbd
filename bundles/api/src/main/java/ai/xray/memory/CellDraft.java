package ai.xray.memory;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a writer gives of a cell. An absent field keeps the stored value on an update and takes its default on a creation;
 * a creation needs {@code kind}, {@code title} and {@code content}.
 */
public record CellDraft(
        Optional<String> id,
        Optional<Kind> kind,
        Optional<Scope> scope,
        Optional<String> subject,
        Optional<String> title,
        Optional<String> content,
        Optional<Confidence> confidence,
        Optional<List<String>> tags,
        Optional<List<String>> links,
        Optional<List<String>> evidenceRefs,
        Optional<String> source,
        Optional<Instant> staleAfter,
        Optional<Map<String, Object>> data) {
    /** Begins a draft that gives nothing yet. */
    public static Builder draft() {
        return new Builder();
    }

    /** Begins a draft with what a new cell needs. */
    public static Builder draft(Kind kind, String title, String content) {
        return draft().kind(kind).title(title).content(content);
    }

    /** Builds drafts; each method gives a field. */
    public static final class Builder {
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

        private Builder() {}

        public Builder id(String value) {
            id = Optional.of(value);
            return this;
        }

        public Builder kind(Kind value) {
            kind = Optional.of(value);
            return this;
        }

        public Builder scope(Scope value) {
            scope = Optional.of(value);
            return this;
        }

        /** {@code private}, and whose. */
        public Builder ownedBy(String value) {
            return scope(Scope.PRIVATE).subject(value);
        }

        public Builder subject(String value) {
            subject = Optional.of(value);
            return this;
        }

        public Builder title(String value) {
            title = Optional.of(value);
            return this;
        }

        public Builder content(String value) {
            content = Optional.of(value);
            return this;
        }

        public Builder confidence(Confidence value) {
            confidence = Optional.of(value);
            return this;
        }

        public Builder tags(String... value) {
            tags = Optional.of(List.of(value));
            return this;
        }

        public Builder links(String... value) {
            links = Optional.of(List.of(value));
            return this;
        }

        public Builder evidenceRefs(String... value) {
            evidenceRefs = Optional.of(List.of(value));
            return this;
        }

        public Builder source(String value) {
            source = Optional.of(value);
            return this;
        }

        public Builder staleAfter(Instant value) {
            staleAfter = Optional.of(value);
            return this;
        }

        public Builder data(Map<String, Object> value) {
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
}
