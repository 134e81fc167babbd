package ai.xray.runtime.imports;

import ai.xray.memory.MemoryCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * What stands in YAML between two lines of {@code ---} at the beginning of a note. Only scalars and lists of them are looked
 * at, so that what aliases could blow up is never walked through.
 *
 * @param body the note's text without it
 */
record FrontMatter(Optional<String> title, List<String> tags, String body) {
    private static final int MAX_CHARS = 64 * 1024;
    private static final int MAX_ALIASES = 20;
    private static final int MAX_DEPTH = 32;
    private static final Pattern BLOCK = Pattern.compile(
            "\\A---[ \\t]*\\n(.*?)^(?:---|\\.\\.\\.)[ \\t]*(?:\\n|\\z)", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern OPENING = Pattern.compile("[\\[{]|(?:^|\\s)[-?:](?=\\s)", Pattern.MULTILINE);

    /** Reads that of {@code text}, whose lines end in line feeds. */
    static FrontMatter of(String text) throws BadNoteException {
        Matcher block = BLOCK.matcher(text);
        if (!block.lookingAt()) {
            return new FrontMatter(Optional.empty(), List.of(), text);
        }
        Object document = load(block.group(1));
        String body = text.substring(block.end());
        return switch (document) {
            case null -> new FrontMatter(Optional.empty(), List.of(), body);
            case Map<?, ?> fields -> new FrontMatter(title(fields.get("title")), tags(fields.get("tags")), body);
            // a text between two rules, not front matter
            case String prose -> new FrontMatter(Optional.empty(), List.of(), text);
            default -> throw new BadNoteException("has front matter that is not lines of 'name: value'.");
        };
    }

    private static Object load(String yaml) throws BadNoteException {
        if (yaml.length() > MAX_CHARS) {
            throw new BadNoteException("has front matter of more than %,d characters.".formatted(MAX_CHARS));
        }
        requireShallow(yaml);
        LoadSettings settings = LoadSettings.builder()
                .setMaxAliasesForCollections(MAX_ALIASES)
                .setAllowRecursiveKeys(false)
                .setCodePointLimit(MAX_CHARS)
                .build();
        try {
            return new Load(settings).loadFromString(yaml);
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    // the line of three hyphens is the file's first
                    .map(mark -> " at line " + (mark.getLine() + 2))
                    .orElse("");
            throw new BadNoteException("has front matter that is not YAML%s.".formatted(place));
        } catch (YamlEngineException e) {
            throw new BadNoteException("has front matter that is not YAML within bounds.");
        }
    }

    /** The parser recurses into what is nested. */
    private static void requireShallow(String yaml) throws BadNoteException {
        for (String line : yaml.split("\n", -1)) {
            if (OPENING.matcher(line).results().limit(MAX_DEPTH + 1L).count() > MAX_DEPTH) {
                throw new BadNoteException("has front matter that is nested too deep.");
            }
        }
    }

    private static Optional<String> title(Object value) throws BadNoteException {
        if (value == null) {
            return Optional.empty();
        }
        String title = scalar("title", value).replaceAll("\\s+", " ").strip();
        if (title.length() > MemoryCell.MAX_TITLE_CHARS) {
            throw new BadNoteException("has a title of %d characters; at most %d are allowed."
                    .formatted(title.length(), MemoryCell.MAX_TITLE_CHARS));
        }
        return title.isEmpty() ? Optional.empty() : Optional.of(title);
    }

    private static List<String> tags(Object value) throws BadNoteException {
        List<String> tags = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                tags.add(item == null ? "" : scalar("tags", item));
            }
        } else if (value != null) {
            String text = scalar("tags", value);
            tags.addAll(List.of(text.split(text.contains(",") ? "," : "\\s+", -1)));
        }
        return Note.checkedTags(
                tags.stream().map(tag -> tag.strip().replaceFirst("^#", "")).toList());
    }

    private static String scalar(String name, Object value) throws BadNoteException {
        if (value instanceof Map<?, ?> || value instanceof Iterable<?>) {
            throw new BadNoteException("has front matter whose %s is not a text%s."
                    .formatted(name, name.equals("tags") ? " or a list of texts" : ""));
        }
        return String.valueOf(value);
    }
}
