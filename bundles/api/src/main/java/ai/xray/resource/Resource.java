package ai.xray.resource;

import ai.xray.auth.Caller;
import ai.xray.tool.Content;
import ai.xray.tool.Invocation;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Something, or many things of one kind, that clients read by address. Register it as a service and it is offered at once;
 * unregister it and it is gone from the next listing. Many calls run at the same time.
 */
public interface Resource {
    /** What clients are told; constant for the life of the service. */
    ResourceSpec spec();

    /**
     * Reads it. The caller's scope was checked before.
     *
     * @param uri the address that was asked for: it matches the specification's
     * @param invocation its arguments are the values of the address's variables, decoded
     * @return what is there, as a rule one piece with the same address
     * @throws ai.xray.memory.Refusal {@code NOT_FOUND} when nothing is there for this caller: what is hidden is told as what
     *     does not exist
     * @throws IOException when something it needs failed
     */
    List<Content.Embedded> read(String uri, Invocation invocation) throws IOException;

    /**
     * Suggests values for a variable of the address while a person types.
     *
     * @param variable one of the address's variables
     * @param start what was typed so far
     * @param others values of other variables that are known already
     * @return best first; the door passes on at most 100; only what {@code caller} may know of
     */
    default List<String> complete(String variable, String start, Map<String, String> others, Caller caller)
            throws IOException {
        return List.of();
    }
}
