package ai.xray.client;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Named;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Arguments of a tool, in the plain values of JSON; what is empty or false is left out. */
final class Arguments {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    Arguments put(String name, String value) {
        fields.put(name, value);
        return this;
    }

    Arguments put(String name, int value) {
        fields.put(name, value);
        return this;
    }

    Arguments put(String name, boolean value) {
        if (value) {
            fields.put(name, true);
        }
        return this;
    }

    Arguments put(String name, List<String> values) {
        if (!values.isEmpty()) {
            fields.put(name, values);
        }
        return this;
    }

    Arguments put(String name, Optional<?> value) {
        value.map(given -> given instanceof Instant instant ? instant.toString() : given)
                .ifPresent(given -> fields.put(name, given));
        return this;
    }

    /** What a draft gives; an empty list of it takes away what the cell has, so it is sent. */
    Arguments put(CellDraft draft) {
        return put("id", draft.id())
                .put("kind", draft.kind().map(Named::wire))
                .put("scope", draft.scope().map(Named::wire))
                .put("subject", draft.subject())
                .put("title", draft.title())
                .put("content", draft.content())
                .put("confidence", draft.confidence().map(Named::wire))
                .put("tags", draft.tags())
                .put("links", draft.links())
                .put("evidence_refs", draft.evidenceRefs())
                .put("source", draft.source())
                .put("stale_after", draft.staleAfter())
                .put("data", draft.data());
    }

    Map<String, Object> fields() {
        return fields;
    }
}
