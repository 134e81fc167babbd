/** Vectors from any server that speaks OpenAI's {@code /v1/embeddings}: Ollama, llama.cpp, TEI, vLLM, OpenAI itself. */
package ai.xray.embedder.openai;
