package ai.xray.runtime.imports;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The memory of the MCP reference memory server, {@code memory.json} or {@code memory.jsonl}: a graph with an entity or a
 * relation a line. An entity becomes a cell that says what was observed of it and how it relates to others.
 */
public final class McpMemoryFile {
    // Far above what people have: the reference server holds all of it in memory and writes it anew at each change.
    private static final int MAX_BYTES = 256 * 1024 * 1024;

    private record Entity(int line, String name, String type, List<String> observations, List<Relation> relations) {}

    private record Relation(int line, String from, String to, String type) {}

    private final Path file;
    private final Kind kind;

    /**
     * Such a file.
     *
     * @param kind what the entities become
     */
    public McpMemoryFile(Path file, Kind kind) {
        this.file = file;
        this.kind = kind;
    }

    /** Whether a line is of such a file. */
    static boolean begins(byte[] line) {
        try {
            Object type = Json.asObject(Json.read(line)).get("type");
            return "entity".equals(type) || "relation".equals(type);
        } catch (JsonException e) {
            return false;
        }
    }

    /** Its entities as cells, in the file's order; the caller closes it. */
    public Conversion convert() throws IOException {
        Conversion conversion = new Conversion();
        boolean converted = false;
        try {
            Map<String, Entity> entities = read(conversion);
            Map<String, String> ids = StableIds.of(entities.keySet(), UnaryOperator.identity());
            Instant when = Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
            for (Entity entity : entities.values()) {
                convert(entity, ids, when, conversion);
            }
            converted = true;
            return conversion.done();
        } finally {
            if (!converted) {
                conversion.close();
            }
        }
    }

    private void convert(Entity entity, Map<String, String> ids, Instant when, Conversion conversion)
            throws IOException {
        try {
            List<String> lines = new ArrayList<>(entity.observations());
            entity.relations().forEach(relation -> lines.add(relation.type() + " → " + relation.to()));
            String content = String.join("\n", lines);
            List<String> related = entity.relations().stream()
                    .map(relation -> ids.get(relation.to()))
                    .filter(id -> id != null)
                    .distinct()
                    .toList();
            if (related.size() > Note.MAX_LINKS) {
                conversion.remark(
                        name(entity.line()),
                        "relates to %d entities; a cell has at most %d links."
                                .formatted(related.size(), Note.MAX_LINKS));
            }
            Note note = new Note(
                    ids.get(entity.name()),
                    kind,
                    Origin.DERIVED,
                    entity.name(),
                    content.isBlank() ? entity.name() : content,
                    Note.checkedTags(List.of(entity.type())),
                    part -> related,
                    file.getFileName().toString(),
                    when);
            for (MemoryCell cell : note.cells()) {
                conversion.add(name(entity.line()), cell);
            }
        } catch (BadNoteException e) {
            conversion.addBad(name(entity.line()), e.getMessage());
        }
    }

    private Map<String, Entity> read(Conversion conversion) throws IOException {
        Map<String, Entity> entities = new LinkedHashMap<>();
        List<Relation> relations = new ArrayList<>();
        if (Files.size(file) > MAX_BYTES) {
            conversion.addBad(file.getFileName().toString(), "is larger than %,d bytes.".formatted(MAX_BYTES));
            return entities;
        }
        try (LineReader lines = new LineReader(file, McpMemoryFile::name)) {
            for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
                try {
                    read(Json.asObject(Json.read(line.get())), lines.number(), entities, relations);
                } catch (JsonException e) {
                    conversion.addBad(name(lines.number()), "is not a JSON object.");
                } catch (BadNoteException e) {
                    conversion.addBad(name(lines.number()), e.getMessage());
                }
            }
        }
        for (Relation relation : relations) {
            Entity from = entities.get(relation.from());
            if (from == null) {
                conversion.addBad(
                        name(relation.line()),
                        "from: '%s' is not an entity of the file.".formatted(Spelling.excerpt(relation.from())));
            } else {
                from.relations().add(relation);
            }
        }
        return entities;
    }

    private static void read(
            Map<String, Object> fields, int line, Map<String, Entity> entities, List<Relation> relations)
            throws BadNoteException {
        switch (String.valueOf(fields.get("type"))) {
            case "entity" -> {
                String name = text(fields, "name");
                if (name.isBlank() || name.length() > MemoryCell.MAX_TITLE_CHARS) {
                    throw new BadNoteException("name: is %d characters; 1 to %d are allowed."
                            .formatted(name.strip().length(), MemoryCell.MAX_TITLE_CHARS));
                }
                Entity entity =
                        new Entity(line, name, text(fields, "entityType"), observations(fields), new ArrayList<>());
                Entity before = entities.putIfAbsent(name, entity);
                if (before != null) {
                    throw new BadNoteException("name: '%s' is the name of line %d already."
                            .formatted(Spelling.excerpt(name), before.line()));
                }
            }
            case "relation" ->
                relations.add(
                        new Relation(line, text(fields, "from"), text(fields, "to"), text(fields, "relationType")));
            default -> throw new BadNoteException("type: must be 'entity' or 'relation'.");
        }
    }

    private static List<String> observations(Map<String, Object> fields) throws BadNoteException {
        if (!(fields.get("observations") instanceof List<?> list)) {
            throw new BadNoteException("observations: must be a list of texts.");
        }
        List<String> observations = new ArrayList<>();
        for (Object item : list) {
            if (!(item instanceof String text)) {
                throw new BadNoteException("observations: must be a list of texts.");
            }
            observations.add(text);
        }
        return observations;
    }

    private static String text(Map<String, Object> fields, String name) throws BadNoteException {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw new BadNoteException("%s: a text is required.".formatted(name));
    }

    private static String name(int line) {
        return "line " + line;
    }
}
