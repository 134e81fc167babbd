package ai.xray.memory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Active cells and what links them, for a picture; a page of it, those with most neighbours first.
 *
 * @param nodes heaviest first, newest first among equals
 * @param links between cells of this page and of those before; each is told once, on the page of its lighter end
 * @param omittedLinks how many more there are than a page tells
 * @param limit the limit that was used
 * @param next the cursor of the page after this one, where there is one
 */
public record Drawing(List<Node> nodes, List<Link> links, int omittedLinks, int limit, Optional<String> next) {
    /** The most links that a page tells. */
    public static final int MAX_LINKS = 20_000;

    public Drawing {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
    }

    /**
     * A cell.
     *
     * @param weight how many of the cells that could be drawn it cites or is cited by
     */
    public record Node(String id, Kind kind, String title, Origin origin, int weight, Instant updatedAt) {}

    /** That the cell {@code from} links to the cell {@code to} or was drawn from it. */
    public record Link(String from, String to) {}
}
