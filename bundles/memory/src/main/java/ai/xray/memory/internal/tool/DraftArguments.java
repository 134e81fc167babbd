package ai.xray.memory.internal.tool;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Scope;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.tool.Schema;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** The arguments that make up a cell, for every tool that writes one. */
final class DraftArguments {
    private DraftArguments() {}

    /** Adds the fields of a cell, all but its id, to the schema of a tool's arguments. */
    static Schema addTo(Schema arguments) {
        return arguments
                .optional("kind", Schemas.kind("What it is; a new cell needs it."))
                .optional(
                        "title",
                        Schema.string("One line that names it; a new cell needs it.")
                                .length(1, MemoryCell.MAX_TITLE_CHARS))
                .optional("content", Schema.string("The text, at most 64 KiB; a new cell needs it."))
                .optional(
                        "scope",
                        Schema.string("private: only callers that give the same subject see it. public if left out.")
                                .oneOf(Schemas.names(Scope.values())))
                .optional("subject", Schemas.subject("The tenant it belongs to; a private cell needs one."))
                .optional(
                        "confidence",
                        Schema.string("medium if left out; a stable_fact needs high.")
                                .oneOf(Schemas.names(Confidence.values())))
                .optional(
                        "tags",
                        Schemas.tags("Labels: at most %d, each at most %d characters."
                                .formatted(DraftRules.MAX_TAGS, DraftRules.MAX_TAG_CHARS)))
                .optional("links", Schemas.references("Ids of related cells."))
                .optional(
                        "evidence_refs",
                        Schemas.references("What it was drawn from: ids of cells, graph nodes, vault facts, URLs."))
                .optional(
                        "source",
                        Schema.string("The file, URL or tool it came from.").length(1, DraftRules.MAX_SOURCE_CHARS))
                .optional(
                        "stale_after",
                        Schemas.instant(
                                "When it stops being held true, RFC 3339 with a zone; left out, some kinds get a"
                                        + " default: hypothesis 1 day, unknown 7, event 30, note and recent_change 90."))
                .optional("data", Schema.anyObject("Structured data, at most 1 MiB of JSON."));
    }

    /** The draft that the arguments give of the cell {@code id}. */
    static CellDraft read(Arguments arguments, Optional<String> id) {
        Optional<Instant> staleAfter = arguments.instant("stale_after");
        // Held to the rule here because the cell calls the field by another name.
        staleAfter.ifPresent(deadline -> DraftRules.checkInstant("stale_after", deadline));
        return new CellDraft(
                id,
                arguments.constant("kind", Kind.writableKinds()),
                arguments.constant("scope", Arrays.asList(Scope.values())),
                arguments.optionalText("subject"),
                arguments.optionalText("title"),
                arguments.optionalText("content"),
                arguments.constant("confidence", Arrays.asList(Confidence.values())),
                arguments.texts("tags"),
                arguments.texts("links"),
                arguments.references("evidence_refs"),
                arguments.optionalText("source"),
                staleAfter,
                arguments.object("data"));
    }
}
