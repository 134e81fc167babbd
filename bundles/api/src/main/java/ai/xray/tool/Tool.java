package ai.xray.tool;

import java.io.IOException;

/**
 * Something a model can call. Register it as a service and every door offers it at once; unregister it and it is gone from
 * the next listing while calls in flight finish.
 */
public interface Tool {
    /** What clients are told; constant for the life of the service. */
    ToolSpec spec();

    /**
     * Does it. The arguments were checked against the input schema and the caller's scope against the tool's before the
     * call; many calls run at the same time, each on its own virtual thread.
     *
     * @throws ai.xray.memory.Refusal for what the caller can mend
     * @throws IOException when something the tool needs failed
     */
    ToolReply call(Invocation invocation) throws IOException;
}
