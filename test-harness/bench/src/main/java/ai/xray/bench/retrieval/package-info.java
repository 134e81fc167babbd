/**
 * How often a ranking holds the evidence of a question, on public sets of conversations, without any language model.
 *
 * <p>The data is fetched by whoever runs the benchmark and its place is given; none of it is part of the project, for a
 * licence or two forbids that. A further ranking takes part by implementing {@link ai.xray.bench.retrieval.Contender} and
 * standing in the list of {@link ai.xray.bench.retrieval.RetrievalBench}.
 */
package ai.xray.bench.retrieval;
