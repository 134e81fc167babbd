package ai.xray.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One authored memory item. Immutable; the rules on its values are enforced where cells are written, so that a cell read
 * from a store is never refused for being older than a rule.
 *
 * @param id 1–200 characters, unique per store
 * @param subject a tenant key, not an identity; a private cell always has one
 * @param title 1–300 characters
 * @param content at most 64 KiB of UTF-8
 * @param origin who stands behind the cell; set by the server
 * @param tags at most 32, each at most 64 characters, in the writer's order
 * @param links ids of related cells
 * @param evidenceRefs ids (cells, graph nodes, vault facts, URLs) the cell was drawn from
 * @param supersedes ids of cells this one replaced
 * @param source the file, URL or tool the cell came from
 * @param staleAfter the deadline after which every read treats the cell as stale
 * @param data a JSON object as plain Java values: {@code Map}, {@code List}, {@code String}, {@code Boolean},
 *     {@code Long}, {@code BigInteger}, {@code BigDecimal} or {@code null}
 * @param unknown fields written by a newer server or by hand; they survive a read and a write
 */
public record MemoryCell(
        String id,
        Kind kind,
        Scope scope,
        Optional<String> subject,
        String title,
        String content,
        Confidence confidence,
        Status status,
        Origin origin,
        List<String> tags,
        List<String> links,
        List<String> evidenceRefs,
        List<String> supersedes,
        Optional<String> source,
        Optional<Instant> staleAfter,
        Instant createdAt,
        Instant updatedAt,
        Map<String, Object> data,
        Map<String, Object> unknown) {

    /** The most UTF-8 bytes a cell's content may have. */
    public static final int MAX_CONTENT_BYTES = 64 * 1024;

    /** The most characters of an id. */
    public static final int MAX_ID_CHARS = 200;

    /** The most characters of a title. */
    public static final int MAX_TITLE_CHARS = 300;

    public MemoryCell {
        tags = List.copyOf(tags);
        links = List.copyOf(links);
        evidenceRefs = List.copyOf(evidenceRefs);
        supersedes = List.copyOf(supersedes);
        data = frozen(data);
        unknown = frozen(unknown);
    }

    /** The cell's status at {@code now}: an active cell past its deadline is stale, swept or not. */
    public Status statusAt(Instant now) {
        boolean expired = staleAfter.map(deadline -> !now.isBefore(deadline)).orElse(false);
        return status == Status.ACTIVE && expired ? Status.STALE : status;
    }

    /** A builder that starts from this cell's values. */
    public Builder with() {
        return new Builder(this);
    }

    /** A builder of a new cell: public, active, derived, of medium confidence, everything else empty. */
    public static Builder cell(String id, Kind kind, Instant createdAt) {
        return new Builder(id, kind, createdAt);
    }

    private static Map<String, Object> frozen(Map<String, Object> map) {
        if (map.isEmpty()) {
            return Map.of();
        }
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> copy.put(name, frozen(value)));
        return Collections.unmodifiableMap(copy);
    }

    @SuppressWarnings("unchecked") // a JSON object has string keys
    private static Object frozen(Object value) {
        return switch (value) {
            case Map<?, ?> map -> frozen((Map<String, Object>) map);
            case List<?> list -> {
                List<Object> copy = new ArrayList<>(list.size());
                list.forEach(item -> copy.add(frozen(item)));
                yield Collections.unmodifiableList(copy);
            }
            case null, default -> value;
        };
    }

    /** Builds a cell; not thread-safe. */
    public static final class Builder {
        private final String id;
        private Kind kind;
        private Scope scope = Scope.PUBLIC;
        private Optional<String> subject = Optional.empty();
        private String title = "";
        private String content = "";
        private Confidence confidence = Confidence.MEDIUM;
        private Status status = Status.ACTIVE;
        private Origin origin = Origin.DERIVED;
        private List<String> tags = List.of();
        private List<String> links = List.of();
        private List<String> evidenceRefs = List.of();
        private List<String> supersedes = List.of();
        private Optional<String> source = Optional.empty();
        private Optional<Instant> staleAfter = Optional.empty();
        private Instant createdAt;
        private Instant updatedAt;
        private Map<String, Object> data = Map.of();
        private Map<String, Object> unknown = Map.of();

        private Builder(String id, Kind kind, Instant createdAt) {
            this.id = id;
            this.kind = kind;
            this.createdAt = createdAt;
            this.updatedAt = createdAt;
        }

        private Builder(MemoryCell cell) {
            this(cell.id, cell.kind, cell.createdAt);
            scope = cell.scope;
            subject = cell.subject;
            title = cell.title;
            content = cell.content;
            confidence = cell.confidence;
            status = cell.status;
            origin = cell.origin;
            tags = cell.tags;
            links = cell.links;
            evidenceRefs = cell.evidenceRefs;
            supersedes = cell.supersedes;
            source = cell.source;
            staleAfter = cell.staleAfter;
            updatedAt = cell.updatedAt;
            data = cell.data;
            unknown = cell.unknown;
        }

        public Builder kind(Kind value) {
            kind = value;
            return this;
        }

        public Builder scope(Scope value) {
            scope = value;
            return this;
        }

        public Builder subject(String value) {
            subject = Optional.of(value);
            return this;
        }

        public Builder title(String value) {
            title = value;
            return this;
        }

        public Builder content(String value) {
            content = value;
            return this;
        }

        public Builder confidence(Confidence value) {
            confidence = value;
            return this;
        }

        public Builder status(Status value) {
            status = value;
            return this;
        }

        public Builder origin(Origin value) {
            origin = value;
            return this;
        }

        public Builder tags(List<String> value) {
            tags = value;
            return this;
        }

        public Builder links(List<String> value) {
            links = value;
            return this;
        }

        public Builder evidenceRefs(List<String> value) {
            evidenceRefs = value;
            return this;
        }

        public Builder supersedes(List<String> value) {
            supersedes = value;
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

        public Builder updatedAt(Instant value) {
            updatedAt = value;
            return this;
        }

        public Builder data(Map<String, Object> value) {
            data = value;
            return this;
        }

        public Builder unknown(Map<String, Object> value) {
            unknown = value;
            return this;
        }

        public MemoryCell build() {
            return new MemoryCell(
                    id,
                    kind,
                    scope,
                    subject,
                    title,
                    content,
                    confidence,
                    status,
                    origin,
                    tags,
                    links,
                    evidenceRefs,
                    supersedes,
                    source,
                    staleAfter,
                    createdAt,
                    updatedAt,
                    data,
                    unknown);
        }
    }
}
