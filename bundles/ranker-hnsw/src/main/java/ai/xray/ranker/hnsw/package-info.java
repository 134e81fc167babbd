/**
 * Finds the nearest among many vectors by the angle between them: exactly while they are few or the filter keeps few of them,
 * and in a graph otherwise.
 *
 * <h2>Graph</h2>
 *
 * A hierarchical navigable small world after Yu. A. Malkov and D. A. Yashunin, <i>Efficient and robust approximate nearest
 * neighbor search using Hierarchical Navigable Small World graphs</i>, arXiv 1603.09320. {@link ai.xray.ranker.hnsw.Graph} adds,
 * removes and searches, {@link ai.xray.ranker.hnsw.Layer} holds the links of one level, {@link ai.xray.ranker.hnsw.Beam} walks
 * it (the paper's algorithm 2), {@link ai.xray.ranker.hnsw.Neighbours} picks links (algorithm 4). It differs from the paper:
 *
 * <ul>
 *   <li>Vectors are removed for good. Every slot knows what leads to it, so that all of these links can be cut, and each
 *       source is given links to the targets of the slot that went. This keeps recall over any number of turnovers; a mark on the removed,
 *       which the paper's authors use, keeps them in memory and in the way.
 *   <li>The last link to a slot is not dropped when another fits better.
 *   <li>On the way down eight slots are followed instead of one.
 *   <li>Vectors of the same direction are one {@linkplain ai.xray.ranker.hnsw.Point point}, which has their ids and attributes.
 *       Copies would take each other's links, and none would lead anywhere else.
 * </ul>
 *
 * <h2>Threads</h2>
 *
 * One thread changes the graph, the {@link ai.xray.ranker.hnsw.Linker}, behind the writes. Arrays of links are replaced, never
 * written to, so that searches need no lock. A search compares what the graph lacks one by one, before it walks the graph:
 * what is linked between the two is met twice, not missed.
 *
 * <h2>Exact search</h2>
 *
 * A filter is first tried on a sample. What keeps less than a tenth, or few in number, is answered by comparing all that it
 * keeps; so is a search of the graph that finds less than asked for or costs more than that.
 */
package ai.xray.ranker.hnsw;
