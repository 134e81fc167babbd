package ai.xray.memory.internal.tool;

import ai.xray.auth.Caller;
import ai.xray.memory.Author;
import ai.xray.memory.Origin;
import ai.xray.tool.Invocation;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** A call by an agent. */
record Call(Map<String, Object> arguments) implements Invocation {
    @Override
    public Caller caller() {
        return new Caller(
                "agent",
                Caller.Credential.AGENT_KEY,
                Set.of(Caller.MEMORY_READ, Caller.MEMORY_WRITE),
                new Author(Origin.DERIVED, "agent"));
    }

    @Override
    public boolean cancelled() {
        return false;
    }

    @Override
    public void progress(double done, OptionalDouble total, String message) {}

    @Override
    public void log(String level, String logger, Object data) {}
}
