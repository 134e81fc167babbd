/**
 * Single methods of the product under JMH, each beside Lucene's way of doing the same in the same run. {@link
 * ai.xray.bench.method.MethodBench} runs them and prints ratios.
 */
package ai.xray.bench.method;
