/** Embeds texts by a sentence model that runs in this process: all-MiniLM-L6-v2, or one that lies in a file. */
package ai.xray.embedder.onnx;
