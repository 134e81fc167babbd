package ai.xray.memory.internal.tool;

import ai.xray.memory.Memory;
import ai.xray.tool.Tool;
import java.util.List;

/** Every memory tool there is. */
final class AllTools {
    private AllTools() {}

    static List<Tool> over(Memory memory) {
        return List.of(
                new SearchMemoryTool(memory),
                new GetMemoryContextTool(memory),
                new ListMemoryTool(memory),
                new GetMemoryTool(memory),
                new FetchMemoryTool(memory),
                new RecentMemoryTool(memory),
                new UpsertMemoryTool(memory),
                new DeleteMemoryTool(memory),
                new SupersedeMemoryTool(memory),
                new ExpireMemoryTool(memory),
                new RefuteMemoryTool(memory),
                new ConsolidateMemoryTool(memory));
    }

    static Tool named(String name, Memory memory) {
        return over(memory).stream()
                .filter(tool -> tool.spec().name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
