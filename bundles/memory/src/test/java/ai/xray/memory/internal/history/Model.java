package ai.xray.memory.internal.history;

import java.util.Collection;

/**
 * An object that does one thing at a time.
 *
 * @param <S> its states, immutable and equal when nothing can tell them apart
 */
interface Model<S, I, O> {
    S start();

    /**
     * The states that {@code request} may leave behind when it was answered with {@code answer} in {@code state}; none when it
     * cannot be answered so, several when the answer does not tell what happened.
     */
    Collection<S> after(S state, I request, O answer);
}
