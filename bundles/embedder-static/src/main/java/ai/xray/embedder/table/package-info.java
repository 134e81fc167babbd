/**
 * Embeds texts by a table of one vector per word piece: the vector of a text is the sum of its pieces' rows, each as heavy as
 * the piece is rare in the corpus. The table is made in the build from the sentence model of {@code embedder-onnx}.
 */
package ai.xray.embedder.table;
