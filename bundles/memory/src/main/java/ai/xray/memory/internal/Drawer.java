package ai.xray.memory.internal;

import ai.xray.memory.Drawing;
import ai.xray.memory.Drawing.Link;
import ai.xray.memory.Drawing.Node;
import ai.xray.memory.DrawingRequest;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Refusal;
import ai.xray.memory.Status;
import ai.xray.memory.internal.corpus.Cells;
import ai.xray.memory.internal.corpus.Head;
import ai.xray.memory.internal.corpus.Position;
import ai.xray.memory.internal.corpus.View;
import ai.xray.memory.internal.rule.DraftRules;
import ai.xray.memory.internal.rule.Limit;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Draws cells and their links from what is kept in heap of them: the store is not asked. */
final class Drawer {
    private static final Comparator<Node> HEAVIEST_FIRST = Comparator.comparingInt(Node::weight)
            .reversed()
            .thenComparing(node -> new Position(node.updatedAt(), node.id()));

    private final Cells cells;
    private final InstantSource clock;

    Drawer(Cells cells, InstantSource clock) {
        this.cells = cells;
        this.clock = clock;
    }

    Drawing draw(DrawingRequest request) throws IOException {
        int limit = Limit.DRAWING.used("limit", request.limit());
        DraftRules.kinds("kinds", request.kinds());
        View view = new View(
                request.subject().map(DraftRules::subject),
                request.kinds(),
                Optional.of(Status.ACTIVE),
                List.of(),
                clock.instant());
        Optional<Place> start = request.cursor().map(Place::read);
        cells.settle();
        Map<String, Head> heads = new LinkedHashMap<>();
        cells.corpus().newest(Optional.empty(), view, Integer.MAX_VALUE).forEach(head -> heads.put(head.id(), head));
        Map<String, Set<String>> neighbours = neighbours(heads);
        List<Node> after = heads.values().stream()
                .map(head -> node(head.bare(), neighbours))
                .filter(node -> start.map(place -> place.isBefore(node)).orElse(true))
                .sorted(HEAVIEST_FIRST)
                .limit(limit + 1L)
                .toList();
        boolean more = after.size() > limit;
        List<Node> page = more ? after.subList(0, limit) : after;
        List<Link> links = links(page, heads, neighbours);
        return new Drawing(
                page,
                links.subList(0, Math.min(links.size(), Drawing.MAX_LINKS)),
                Math.max(0, links.size() - Drawing.MAX_LINKS),
                limit,
                more ? Optional.of(Place.of(page.getLast()).text()) : Optional.empty());
    }

    /** Who of {@code heads} cites or is cited by whom of them. */
    private static Map<String, Set<String>> neighbours(Map<String, Head> heads) {
        Map<String, Set<String>> neighbours = new HashMap<>();
        for (Head head : heads.values()) {
            cited(head, heads).forEach(to -> {
                neighbours
                        .computeIfAbsent(head.id(), id -> new LinkedHashSet<>())
                        .add(to);
                neighbours.computeIfAbsent(to, id -> new LinkedHashSet<>()).add(head.id());
            });
        }
        return neighbours;
    }

    private static Stream<String> cited(Head head, Map<String, Head> heads) {
        return head.cites()
                .filter(to -> heads.containsKey(to) && !to.equals(head.id()))
                .distinct();
    }

    /** The links that end in {@code page} at their lighter end. */
    private static List<Link> links(List<Node> page, Map<String, Head> heads, Map<String, Set<String>> neighbours) {
        return page.stream()
                .flatMap(node -> neighbours.getOrDefault(node.id(), Set.of()).stream()
                        .map(heads::get)
                        .filter(other -> HEAVIEST_FIRST.compare(node(other.bare(), neighbours), node) < 0)
                        .flatMap(other -> between(heads.get(node.id()), other)))
                .toList();
    }

    private static Stream<Link> between(Head one, Head other) {
        return Stream.concat(link(one, other), link(other, one));
    }

    private static Stream<Link> link(Head from, Head to) {
        return from.cites().anyMatch(to.id()::equals) ? Stream.of(new Link(from.id(), to.id())) : Stream.empty();
    }

    private static Node node(MemoryCell cell, Map<String, Set<String>> neighbours) {
        int weight = neighbours.getOrDefault(cell.id(), Collections.emptySet()).size();
        return new Node(cell.id(), cell.kind(), cell.title(), cell.origin(), weight, cell.updatedAt());
    }

    /** Where a page ended: the last node's place itself, so that cells written meanwhile do not shift what follows. */
    private record Place(int weight, Position position) {
        private static final char SEPARATOR = '.';

        static Place of(Node node) {
            return new Place(node.weight(), new Position(node.updatedAt(), node.id()));
        }

        String text() {
            return weight + "" + SEPARATOR + Cursor.of(position);
        }

        static Place read(String text) {
            int separator = text.indexOf(SEPARATOR);
            if (separator < 1 || !text.substring(0, separator).matches("\\d{1,9}")) {
                throw Refusal.invalid(
                        "cursor", "cursor: is not one that a page gave; pass a page's own, or none to start anew.");
            }
            return new Place(
                    Integer.parseInt(text.substring(0, separator)), Cursor.read(text.substring(separator + 1)));
        }

        boolean isBefore(Node node) {
            return weight > node.weight()
                    || (weight == node.weight() && position.compareTo(new Position(node.updatedAt(), node.id())) < 0);
        }
    }
}
