package ai.xray.runtime.imports;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds which notes of a folder a text links to: {@code [[Other note]]} as Obsidian resolves it, and
 * {@code [text](other.md)}. Code between fences is left out.
 */
final class NoteLinks {
    private static final Pattern LINK =
            Pattern.compile("\\[\\[([^\\[\\]\\n]{1,500})]]|]\\(\\s*(?:<([^<>\\n]{1,500})>|([^()\\s<>]{1,500}))");
    private static final Pattern FENCE = Pattern.compile("^ {0,3}(```|~~~)");
    private static final String EXTENSION = ".md";

    private final Map<String, String> ids;
    private final Map<String, String> byPath = new HashMap<>();
    private final Map<String, List<String>> byName = new HashMap<>();

    /** @param ids of all notes, by their paths from the folder, with {@code /} between names */
    NoteLinks(Map<String, String> ids) {
        this.ids = Map.copyOf(ids);
        for (String path : ids.keySet()) {
            byPath.put(key(path), path);
            byName.computeIfAbsent(key(name(path)), key -> new ArrayList<>()).add(path);
        }
    }

    /** The ids of the notes that {@code text} of the note at {@code path} links to, in the text's order, each once. */
    List<String> in(String text, String path) {
        Set<String> found = new LinkedHashSet<>();
        boolean code = false;
        for (String line : text.split("\n", -1)) {
            boolean fence = FENCE.matcher(line).find();
            code ^= fence;
            if (!code && !fence) {
                find(line, path, found);
            }
        }
        return List.copyOf(found);
    }

    private void find(String line, String path, Set<String> found) {
        Matcher link = LINK.matcher(line);
        while (link.find()) {
            String wiki = link.group(1);
            String relative = link.group(2) == null ? link.group(3) : link.group(2);
            Optional<String> target = wiki == null ? relative(relative, path) : wiki(wiki, path);
            target.map(ids::get).ifPresent(found::add);
        }
    }

    private Optional<String> wiki(String link, String path) {
        String target =
                link.replaceFirst("[|#^].*", "").replaceFirst("\\\\$", "").strip();
        if (target.isEmpty()) {
            return Optional.empty();
        }
        return resolve(target, path).or(() -> resolve(target, "")).or(() -> named(target, path));
    }

    /** The note of that name wherever it is: in the same folder, else where the path is shortest. */
    private Optional<String> named(String target, String path) {
        String end = "/" + key(target);
        return byName.getOrDefault(key(name(target)), List.of()).stream()
                .filter(candidate -> ("/" + key(candidate)).endsWith(end))
                .min(Comparator.<String>comparingInt(
                                candidate -> folder(candidate).equals(folder(path)) ? 0 : 1)
                        .thenComparingInt(String::length)
                        .thenComparing(Comparator.naturalOrder()));
    }

    private Optional<String> relative(String link, String path) {
        String target = link.replaceFirst("[#?].*", "");
        if (!target.toLowerCase(Locale.ROOT).endsWith(EXTENSION) || target.contains("://")) {
            return Optional.empty();
        }
        try {
            return resolve(URLDecoder.decode(target.replace("+", "%2B"), StandardCharsets.UTF_8), path);
        } catch (IllegalArgumentException e) {
            return resolve(target, path); // a per cent sign that encodes nothing
        }
    }

    /** The note at {@code target} seen from the note at {@code path}; one that begins with a slash is seen from the folder. */
    private Optional<String> resolve(String target, String path) {
        Deque<String> names = new ArrayDeque<>();
        String from = target.startsWith("/") ? target : folder(path) + "/" + target;
        for (String name : from.split("/", -1)) {
            if (name.equals("..")) {
                if (names.pollLast() == null) {
                    return Optional.empty();
                }
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return Optional.ofNullable(byPath.get(key(String.join("/", names))));
    }

    private static String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** What two ways of writing one path have in common. */
    private static String key(String path) {
        String lower = Normalizer.normalize(path, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        return lower.endsWith(EXTENSION) ? lower.substring(0, lower.length() - EXTENSION.length()) : lower;
    }
}
