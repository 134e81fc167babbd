/**
 * Vectors from an embedding model of Google's Vertex AI, by its REST interface and with application default credentials,
 * without Google's libraries.
 */
package ai.xray.embedder.vertex;
