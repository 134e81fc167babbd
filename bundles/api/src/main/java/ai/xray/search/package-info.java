/** Ranking: what a lexical ranker, an embedder, a vector index and a reranker promise. */
@Export
@Version("1.0.0")
package ai.xray.search;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
