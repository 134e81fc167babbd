/** Orders a pool by a cross-encoder behind a {@code /rerank} of Cohere's or of text-embeddings-inference's shape. */
package ai.xray.reranker.http;
