package ai.xray.memory.internal.history;

/**
 * One call and its answer.
 *
 * @param called when the call began, on a counter that all callers share
 * @param returned when the answer was there, on the same counter
 */
record Operation<I, O>(int caller, I request, O answer, long called, long returned) {
    @Override
    public String toString() {
        return "%4d–%-4d caller %d: %s → %s".formatted(called, returned, caller, request, answer);
    }
}
