/**
 * Which texts restate which. {@link ai.xray.memory.internal.merge.Fingerprint} decides for two texts;
 * {@link ai.xray.memory.internal.merge.Restatements} finds all that restate one among many without comparing it to each.
 *
 * <p>Cells are compared within a {@link ai.xray.memory.internal.merge.Circle} only, that is, among cells of one kind with one
 * audience. Nothing here knows of a store.
 */
package ai.xray.memory.internal.merge;
