/**
 * Ranks documents by the words of a query: exact words, beginnings, parts of words and words one slip of the keyboard away.
 *
 * <h2>Words</h2>
 *
 * {@link ai.xray.ranker.lexical.Words} reads the words of a text and of a query in the same way. A text is put in
 * normalisation form NFKC and cut at everything that is no letter, mark or digit; a word's case and accents are folded. An
 * identifier ({@code getUserName}, {@code user_name}, {@code docker-compose}, {@code src/Main.java}) is its parts, and is
 * besides a word in whole, without its separators ({@code getusername}). Scripts that put no space between words (Han, Kana,
 * Hangul, Thai, Lao, Khmer, Myanmar) are read as runs, and a run as its overlapping pairs of characters. A document holds the
 * words of its title, and in its <i>body</i> those of its content and the parts of its id. {@link ai.xray.ranker.lexical.StopWords} are
 * words of neither text nor query.
 *
 * A document uses a word so many times, 7 at most, in title, content and id together. Its <i>length</i> is the number of
 * words of its title and content, without stop words and without identifiers in whole.
 *
 * <h2>Tokens</h2>
 *
 * A query's distinct words are its tokens. Those that are identifiers in whole are <i>extra</i>: they add to a score and are
 * never missed. So are {@link ai.xray.ranker.lexical.FunctionWords}, which are <i>light</i>, unless the query has no other
 * words. The others are <i>required</i>. {@code n} is the number of distinct words of the query without the extra tokens but
 * with the stop words and light tokens. A token matches a word, best first,
 *
 * <ol>
 *   <li>exactly;
 *   <li>in another inflection, when both have the same {@link ai.xray.ranker.lexical.Stem};
 *   <li>as a prefix;
 *   <li>as a substring;
 *   <li>within one edit, if it has three or more characters: one character more, less or other, or two neighbours swapped
 *       (Damerau, <i>A technique for computer detection and correction of spelling errors</i>, CACM 7(3), 1964).
 * </ol>
 *
 * In the first two forms a word is the token <i>in full</i>, in the others it is a <i>look-alike</i>. A token of a single
 * letter or digit, of a script with spaces, that a kept document holds in full has no look-alikes.
 *
 * <h2>Weight</h2>
 *
 * Let N be the number of documents the filter keeps, and df(t) how many of them hold token t in full or, when none does, how
 * many match it at all. Documents the filter hides count nowhere. The weight of t is
 *
 * <pre>
 *   w(t) = share * ln(1 + (N - df + 0.5) / (df + 0.5)) ^ 0.7    if df &gt; 0; share is 0.1 for a light token, else 1
 *   w(t) = 0                                                    otherwise: what nothing holds tells no document from another
 * </pre>
 *
 * W is the sum over the required tokens, and A over the three heaviest of them.
 *
 * <h2>Admission</h2>
 *
 * A kept document that matches at least one required token is admitted when it misses none; or, for n of 3 or more, when it
 * misses one, or when the required tokens that it matches carry 35% of A. (The query's weight is that of its three heaviest
 * tokens, so that a question in a whole sentence asks no more of a document than its keywords would.)
 *
 * <h2>Score</h2>
 *
 * <pre>
 *   score = sum of w(t) * grade(t) * value(t)  over the matched tokens, of whatever kind
 *         - 0.04 * w(t)              for each required token missed
 *         + 0.5 * W                  if the title holds the whole query, word for word
 *         + 0.05 * W * overlap       where overlap is Dice's coefficient of the trigrams of query and title
 *         + 100 * (W + extra)        if the query is the document's id; extra is the sum of w over the extra tokens
 *
 *   grade: exact 1, inflected 0.55, prefix 0.50, substring 0.35, one edit 0.20;
 *          a look-alike has a fifth of that when a kept document holds the token in full
 *
 *   value = times / (times + 1.5 * (length + 20) / (mean + 20)),  plus 0.6 if the title holds the word
 * </pre>
 *
 * The form of a token in a document is the best in which it matches one of its words, and the value that of the word of this
 * form that has the greatest. The mean is that of the lengths of the kept documents. Value without the title is the term
 * frequency of BM25 (Robertson and Zaragoza, <i>The probabilistic relevance framework</i>, 2009) with a length eased by 20
 * words. Every term but the last is at most a few times W, so a document asked for by its id is first. Scores are whole
 * numbers of 1e-9, so that sums taken in another order tie; equal ones are ordered by {@code updatedAt} descending, then by
 * id.
 *
 * <h2>Index</h2>
 *
 * The above read word by word is the definition; the tests hold it as a full scan. {@link
 * ai.xray.ranker.lexical.LexicalIndex} answers the same from an inverted index: n-grams to distinct words, words to
 * documents. A token is compared once with each word that shares its rarest n-gram, never with a text, and {@link
 * ai.xray.ranker.lexical.Ranking} leaves out what cannot change the answer.
 */
package ai.xray.ranker.lexical;
