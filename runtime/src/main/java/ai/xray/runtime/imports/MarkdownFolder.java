package ai.xray.runtime.imports;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.server.IoFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder of Markdown notes, such as an Obsidian vault. Every {@code *.md} file in it becomes a cell, or several when it is
 * long; hidden files and folders and symbolic links are passed over.
 */
public final class MarkdownFolder {
    /** The most bytes of a note. */
    static final int MAX_FILE_BYTES = 4 * 1024 * 1024;

    /** The most folders within each other. */
    static final int MAX_DEPTH = 32;

    private static final int MAX_FILES = 200_000;
    private static final Pattern HEADING = Pattern.compile("(?m)^# +(\\S.*?)(?: +#+)? *$");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ {0,3}(```|~~~).*?(?:^ {0,3}\\1|\\z)");

    private final Path root;
    private final Kind kind;

    /**
     * A folder.
     *
     * @param kind what the notes become
     */
    public MarkdownFolder(Path root, Kind kind) {
        this.root = root;
        this.kind = kind;
    }

    /** Its notes as cells, in the order of their paths; the caller closes it. */
    public Conversion convert() throws IOException {
        Conversion conversion = new Conversion();
        boolean converted = false;
        try {
            Map<String, Path> files = files(conversion);
            Map<String, String> ids = StableIds.of(files.keySet(), MarkdownFolder::withoutExtension);
            NoteLinks links = new NoteLinks(ids);
            for (Map.Entry<String, Path> file : files.entrySet()) {
                convert(file.getKey(), file.getValue(), ids.get(file.getKey()), links, conversion);
            }
            converted = true;
            return conversion.done();
        } finally {
            if (!converted) {
                conversion.close();
            }
        }
    }

    private void convert(String path, Path file, String id, NoteLinks links, Conversion conversion) throws IOException {
        try {
            String text = read(file);
            FrontMatter front = FrontMatter.of(text);
            String content = front.body().replaceFirst("\\A(?:[ \\t]*\\n)+", "").stripTrailing();
            if (content.isBlank()) {
                throw new BadNoteException("is empty.");
            }
            String title = front.title().or(() -> heading(content)).orElseGet(() -> name(path));
            Instant when = Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
            Note note = new Note(
                    id, kind, Origin.HUMAN, title, content, front.tags(), part -> links.in(part, path), path, when);
            int linked = links.in(content, path).size();
            if (linked > Note.MAX_LINKS) {
                conversion.remark(
                        path, "links to %d notes; a cell has at most %d links.".formatted(linked, Note.MAX_LINKS));
            }
            for (MemoryCell cell : note.cells()) {
                conversion.add(path, cell);
            }
        } catch (BadNoteException e) {
            conversion.addBad(path, e.getMessage());
        }
    }

    private static String read(Path file) throws BadNoteException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
            if (bytes.length > MAX_FILE_BYTES) {
                throw new BadNoteException("is larger than %,d bytes.".formatted(MAX_FILE_BYTES));
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.indexOf('\0') >= 0) {
                throw new BadNoteException("is not a text; it holds a NUL character.");
            }
            return text.replace("\r\n", "\n").replaceFirst("^\uFEFF", "");
        } catch (CharacterCodingException e) {
            throw new BadNoteException("is not a text in UTF-8.");
        } catch (IOException e) {
            throw new BadNoteException("cannot be read (%s).".formatted(IoFailure.reason(e)));
        }
    }

    private static Optional<String> heading(String content) {
        Matcher heading = HEADING.matcher(FENCED.matcher(content).replaceAll(""));
        return heading.find()
                ? Optional.of(heading.group(1).replaceAll("\\s+", " ").strip())
                : Optional.empty();
    }

    private static String name(String path) {
        return withoutExtension(path.substring(path.lastIndexOf('/') + 1));
    }

    private static String withoutExtension(String path) {
        return path.substring(0, path.length() - ".md".length());
    }

    private Map<String, Path> files(Conversion conversion) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        Files.walkFileTree(root, EnumSet.noneOf(FileVisitOption.class), MAX_DEPTH + 1, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return !folder.equals(root) && isHidden(folder)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isHidden(file)) {
                    return FileVisitResult.CONTINUE;
                }
                if (attributes.isDirectory()) {
                    conversion.addBad(relative(file), "is more than %d folders deep.".formatted(MAX_DEPTH));
                } else if (attributes.isRegularFile() && isNote(file)) {
                    files.put(relative(file), file);
                    requireFew(files.size());
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                conversion.addBad(relative(file), "cannot be read (%s).".formatted(IoFailure.reason(e)));
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    private static void requireFew(int files) {
        if (files > MAX_FILES) {
            throw new RefusedException("the folder has more than %,d notes.".formatted(MAX_FILES));
        }
    }

    private String relative(Path file) {
        return root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
    }

    private static boolean isHidden(Path file) {
        return file.getFileName().toString().startsWith(".");
    }

    private static boolean isNote(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".md");
    }
}
