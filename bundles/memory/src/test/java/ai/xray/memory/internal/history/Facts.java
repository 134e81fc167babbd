package ai.xray.memory.internal.history;

import ai.xray.memory.MemoryCell;
import ai.xray.memory.Status;
import java.util.List;

/** What the histories look at in a cell. */
record Facts(String content, List<String> tags, Status status, List<String> supersedes) {
    Facts {
        tags = List.copyOf(tags);
        supersedes = List.copyOf(supersedes);
    }

    static Facts of(MemoryCell cell) {
        return new Facts(cell.content(), cell.tags(), cell.status(), cell.supersedes());
    }

    Facts withContent(String value) {
        return new Facts(value, tags, status, supersedes);
    }

    Facts withTags(List<String> value) {
        return new Facts(content, value, status, supersedes);
    }

    Facts withStatus(Status value) {
        return new Facts(content, tags, value, supersedes);
    }
}
