/** Texts and queries that benchmarks share. */
package ai.xray.bench.texts;
