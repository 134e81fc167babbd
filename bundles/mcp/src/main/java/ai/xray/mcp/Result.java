package ai.xray.mcp;

import java.util.Map;

/**
 * What a method answers, already as text.
 *
 * @param type what the answer is to the client
 * @param members the inside of the result object; may be empty
 * @param cacheFor how long, in milliseconds, a client may reuse it; negative for a result that is not cacheable
 */
record Result(Type type, String members, long cacheFor) {
    /** A result without members. */
    static final Result EMPTY = of("");

    /** The result types of revision 2026-07-28; earlier ones know the first alone and do not name it. */
    enum Type {
        COMPLETE("complete"),
        INPUT_REQUIRED("input_required");

        private final String wire;

        Type(String wire) {
            this.wire = wire;
        }

        String wire() {
            return wire;
        }
    }

    /** A result that holds for this one request. */
    static Result of(String members) {
        return new Result(Type.COMPLETE, members, -1);
    }

    /** A result that holds for this one request. */
    static Result of(Map<String, Object> members) {
        return of(JsonRpc.members(members));
    }

    /** A result that may be reused for {@code millis}. */
    static Result cacheable(String members, long millis) {
        return new Result(Type.COMPLETE, members, millis);
    }

    boolean cacheable() {
        return cacheFor >= 0;
    }
}
