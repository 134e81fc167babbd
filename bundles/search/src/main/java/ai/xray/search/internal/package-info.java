/**
 * What is common to everything that ranks: how rankings are made one, and indexes by meaning that are filled behind.
 *
 * <p>A {@link ai.xray.search.internal.BackgroundIndex} has one {@link ai.xray.search.internal.Generation} of vectors that
 * serves, and a second one while another embedder, or the same one fitted to a corpus that has doubled, makes its vectors.
 * One thread an index embeds for both; what is asked meanwhile is answered by the first.
 */
package ai.xray.search.internal;
