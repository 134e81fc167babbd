package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolRegistryTest {
    private final AtomicInteger changes = new AtomicInteger();
    private final ToolRegistry registry = new ToolRegistry(changes::incrementAndGet);

    @Test
    void higherRankingWinsThenTheOlderServiceAndTheLoserComesBack() {
        Tool low = tool("same");
        Tool high = tool("same");
        Tool highButYounger = tool("same");
        registry.add(low, 0, 1);
        registry.add(highButYounger, 5, 3);
        registry.add(high, 5, 2);

        assertThat(offered("same")).isSameAs(high);
        registry.remove(high);
        assertThat(offered("same")).isSameAs(highButYounger);
        registry.remove(highButYounger);
        assertThat(offered("same")).isSameAs(low);
    }

    @Test
    void onlyWhatClientsSeeCountsAsAChange() {
        Tool hidden = tool("same");
        registry.add(tool("same"), 1, 1);
        assertThat(changes).hasValue(1);
        registry.add(hidden, 0, 2);
        registry.remove(hidden);
        registry.remove(tool("never added"));

        assertThat(changes).hasValue(1);
        assertThat(registry.current().generation()).isEqualTo(1);
    }

    @Test
    void namesAreInOrderWhateverTheOrderOfArrival() {
        registry.add(tool("b"), 0, 1);
        registry.add(tool("a"), 0, 2);
        registry.add(tool("C"), 0, 3);

        assertThat(registry.current().names()).containsExactly("C", "a", "b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "with space",
                "umläut",
                "line\nbreak",
                "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            })
    void toolThatNoClientWouldTakeIsLeftOut(String name) {
        registry.add(tool(name), 0, 1);

        assertThat(registry.current().names()).isEmpty();
    }

    @Test
    void toolThatCannotBeDescribedDoesNotHarmTheOthers() {
        registry.add(tool("good"), 0, 1);
        registry.add(
                SampleTool.of("list", Map.of("type", "array"), Optional.empty(), Optional.empty(), _ -> null), 0, 2);

        Map<String, Object> notJson = Map.of("type", "object", "default", new Object());
        registry.add(SampleTool.of("odd", notJson, Optional.empty(), Optional.empty(), _ -> null), 0, 3);

        assertThat(registry.current().names()).containsExactly("good");
    }

    private Tool offered(String name) {
        return registry.current().find(name).orElseThrow().tool();
    }

    private static Tool tool(String name) {
        SampleTool.Body body = new SampleTool.Body() { // an object of its own, so that tools differ
                    @Override
                    public ToolReply call(ai.xray.tool.Invocation invocation) {
                        return ToolReply.text(name);
                    }
                };
        return SampleTool.named(name, body);
    }
}
