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

class RegistryTest {
    private final AtomicInteger changes = new AtomicInteger();
    private final Registry<Tool, OfferedTool> registry =
            new Registry<>("Tool", OfferedTool::of, changes::incrementAndGet);

    @Test
    void higherRankingWinsThenTheOlderServiceAndTheLoserComesBack() {
        Tool low = tool("same");
        Tool high = tool("same");
        Tool highButYounger = tool("same");
        registry.add(low, service(0, 1));
        registry.add(highButYounger, service(5, 3));
        registry.add(high, service(5, 2));

        assertThat(offered("same")).isSameAs(high);
        registry.remove(high);
        assertThat(offered("same")).isSameAs(highButYounger);
        registry.remove(highButYounger);
        assertThat(offered("same")).isSameAs(low);
    }

    @Test
    void onlyWhatClientsSeeCountsAsAChange() {
        Tool hidden = tool("same");
        registry.add(tool("same"), service(1, 1));
        assertThat(changes).hasValue(1);
        registry.add(hidden, service(0, 2));
        registry.remove(hidden);
        registry.remove(tool("never added"));

        assertThat(changes).hasValue(1);
    }

    @Test
    void namesAreInOrderWhateverTheOrderOfArrival() {
        registry.add(tool("b"), service(0, 1));
        registry.add(tool("a"), service(0, 2));
        registry.add(tool("C"), service(0, 3));

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
        registry.add(tool(name), service(0, 1));

        assertThat(registry.current().names()).isEmpty();
    }

    @Test
    void toolThatCannotBeDescribedDoesNotHarmTheOthers() {
        registry.add(tool("good"), service(0, 1));
        registry.add(
                SampleTool.of("list", Map.of("type", "array"), Optional.empty(), Optional.empty(), _ -> null),
                service(0, 2));

        Map<String, Object> notJson = Map.of("type", "object", "default", new Object());
        registry.add(SampleTool.of("odd", notJson, Optional.empty(), Optional.empty(), _ -> null), service(0, 3));

        assertThat(registry.current().names()).containsExactly("good");
    }

    private Tool offered(String name) {
        return registry.current().find(name).orElseThrow().service();
    }

    private static Map<String, Object> service(int ranking, long id) {
        return Map.of("service.ranking", ranking, "service.id", id);
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
