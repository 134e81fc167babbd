/** Orders a pool by a cross-encoder that runs in this process, from a model file. */
package ai.xray.reranker.onnx;
