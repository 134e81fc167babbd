package ai.xray.client;

import ai.xray.json.Json;
import ai.xray.memory.CellFields;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.SearchReply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a tool replied, read field by field; a missing or odd one is an {@link IOException} that names it.
 *
 * @param tool which tool
 */
record Reply(String tool, Map<String, Object> fields) {
    /** Reads one part of a reply. */
    interface Part<T> {
        T read(Reply part) throws IOException;
    }

    String text(String name) throws IOException {
        return optionalText(name).orElseThrow(() -> odd(name));
    }

    Optional<String> optionalText(String name) {
        return fields.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    int number(String name) throws IOException {
        if (fields.get(name) instanceof Number number) {
            return number.intValue();
        }
        throw odd(name);
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    List<String> texts(String name) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Object item : list(name)) {
            if (!(item instanceof String text)) {
                throw odd(name);
            }
            texts.add(text);
        }
        return texts;
    }

    <T> List<T> each(String name, Part<T> part) throws IOException {
        List<T> parts = new ArrayList<>();
        for (Object item : list(name)) {
            if (!(item instanceof Map<?, ?> object)) {
                throw odd(name);
            }
            parts.add(part.read(new Reply(tool, Json.asObject(object))));
        }
        return parts;
    }

    /** The cell in the field {@code name}. */
    MemoryCell cell(String name) throws IOException {
        if (fields.get(name) instanceof Map<?, ?> object) {
            return new Reply(tool, Json.asObject(object)).cell();
        }
        throw odd(name);
    }

    /** The cell that this is. */
    MemoryCell cell() throws IOException {
        return cell(fields);
    }

    /** The hit that this is: a cell with more fields. */
    SearchReply.Result result() throws IOException {
        Map<String, Object> cell = new LinkedHashMap<>(fields);
        List.of("score", "matched", "collapsed", "truncated").forEach(cell::remove);
        if (!(fields.get("score") instanceof Number score)) {
            throw odd("score");
        }
        int collapsed = fields.containsKey("collapsed") ? number("collapsed") : 0;
        return new SearchReply.Result(cell(cell), score.doubleValue(), texts("matched"), collapsed, flag("truncated"));
    }

    private MemoryCell cell(Map<String, Object> of) throws IOException {
        try {
            return CellFields.toCell(of);
        } catch (Refusal e) {
            throw new IOException("%s replied with a cell that cannot be read: %s".formatted(tool, e.getMessage()), e);
        }
    }

    private List<?> list(String name) throws IOException {
        if (fields.get(name) instanceof List<?> list) {
            return list;
        }
        throw odd(name);
    }

    private IOException odd(String name) {
        return new IOException("%s replied without a usable '%s'.".formatted(tool, name));
    }
}
