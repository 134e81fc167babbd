/**
 * The cells of one store and what is kept in heap beside them: heads in order, citations, and one text index per ranker.
 *
 * <p>A write holds the lock stripes of its ids from its read to the last index, so for every id the order of commits, of
 * index updates and of events is one order. What other writers commit takes the same path, and a revision decides which of
 * two versions is the newer.
 */
package ai.xray.memory.internal.corpus;
