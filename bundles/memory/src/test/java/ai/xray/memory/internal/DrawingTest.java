package ai.xray.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.memory.CellDraft;
import ai.xray.memory.Drawing;
import ai.xray.memory.Drawing.Link;
import ai.xray.memory.Drawing.Node;
import ai.xray.memory.DrawingRequest;
import ai.xray.memory.Kind;
import ai.xray.memory.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawingTest {
    private final Room room;

    DrawingTest() throws IOException {
        room = Room.empty();
    }

    @BeforeEach
    void write() throws IOException {
        write(Draft.note("hub", "c").id("hub"));
        write(Draft.note("a", "c").id("a").links("hub", "b", "missing", "a"));
        write(Draft.note("b", "c").id("b").evidenceRefs("hub", "a"));
        write(Draft.note("c", "c").id("c").kind(Kind.EVENT).links("hub"));
        write(Draft.note("hidden", "c").id("hidden").ownedBy("u1").links("hub"));
        write(Draft.note("alone", "c").id("alone"));
    }

    private void write(CellDraft.Builder draft) throws IOException {
        room.agent().upsert(draft.build());
        room.clock.move(Duration.ofSeconds(1));
    }

    private Drawing draw(Set<Kind> kinds, Optional<String> subject, int limit, Optional<String> cursor)
            throws IOException {
        return room.agent().draw(new DrawingRequest(kinds, subject, limit, cursor));
    }

    @Test
    void heaviestComeFirstAndNewestAmongEquals() throws IOException {
        Drawing drawing = draw(Set.of(), Optional.empty(), 100, Optional.empty());
        assertThat(drawing.nodes()).extracting(Node::id).containsExactly("hub", "b", "a", "c", "alone");
        assertThat(drawing.nodes()).extracting(Node::weight).containsExactly(3, 2, 2, 1, 0);
        assertThat(drawing.links())
                .containsExactlyInAnyOrder(
                        new Link("a", "hub"),
                        new Link("a", "b"),
                        new Link("b", "a"),
                        new Link("b", "hub"),
                        new Link("c", "hub"));
        assertThat(drawing.omittedLinks()).isZero();
        assertThat(drawing.next()).isEmpty();
    }

    @Test
    void pagesTogetherAreTheWhole() throws IOException {
        Drawing whole = draw(Set.of(), Optional.empty(), 100, Optional.empty());
        List<Node> nodes = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Drawing page = draw(Set.of(), Optional.empty(), 2, cursor);
            assertThat(page.nodes()).hasSizeLessThanOrEqualTo(2);
            nodes.addAll(page.nodes());
            links.addAll(page.links());
            cursor = page.next();
        } while (cursor.isPresent());
        assertThat(nodes).isEqualTo(whole.nodes());
        assertThat(links).containsExactlyInAnyOrderElementsOf(whole.links());
    }

    @Test
    void privateCellIsDrawnForItsOwnerOnlyAndWeighsNothingForOthers() throws IOException {
        assertThat(draw(Set.of(), Optional.empty(), 100, Optional.empty()).nodes())
                .extracting(Node::id)
                .doesNotContain("hidden");
        Drawing own = draw(Set.of(), Optional.of("u1"), 100, Optional.empty());
        assertThat(own.nodes().getFirst().weight()).isEqualTo(4);
        assertThat(own.links()).contains(new Link("hidden", "hub"));
    }

    @Test
    void kindsAndRetiredCellsAreLeftOut() throws IOException {
        assertThat(draw(Set.of(Kind.EVENT), Optional.empty(), 100, Optional.empty())
                        .nodes())
                .extracting(Node::id)
                .containsExactly("c");
        room.agent().expire("hub", Optional.empty(), Optional.empty());
        assertThat(draw(Set.of(), Optional.empty(), 100, Optional.empty()).nodes())
                .extracting(Node::id)
                .doesNotContain("hub");
    }

    @Test
    void limitIsClampedAndRefusedBelowOne() throws IOException {
        assertThat(draw(Set.of(), Optional.empty(), 1_000_000, Optional.empty()).limit())
                .isEqualTo(2000);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> draw(Set.of(), Optional.empty(), 0, Optional.empty()))
                .satisfies(refusal -> assertThat(refusal.field()).contains("limit"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "x.y", "-1.MjAyNi0", "1", "99999999999.x"})
    void cursorThatNoPageGaveIsRefused(String cursor) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> draw(Set.of(), Optional.empty(), 10, Optional.of(cursor)))
                .satisfies(refusal -> assertThat(refusal.field()).contains("cursor"));
    }
}
