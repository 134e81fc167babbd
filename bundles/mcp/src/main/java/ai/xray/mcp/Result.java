package ai.xray.mcp;

import java.util.Map;

/**
 * What a method answers, already as text.
 *
 * @param members the inside of the result object; may be empty
 * @param cacheFor how long, in milliseconds, a client may reuse it; negative for a result that is not cacheable
 */
record Result(String members, long cacheFor) {
    /** A result without members. */
    static final Result EMPTY = new Result("", -1);

    /** A result that holds for this one request. */
    static Result of(Map<String, Object> members) {
        return new Result(JsonRpc.members(members), -1);
    }

    boolean cacheable() {
        return cacheFor >= 0;
    }
}
