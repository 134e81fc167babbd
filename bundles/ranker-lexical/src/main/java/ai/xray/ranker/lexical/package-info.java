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
 * <h2>Tokens</h2>
 *
 * A query's distinct words are its tokens. Those that are identifiers in whole are <i>extra</i>: they add to a score and are
 * never missed. The others are <i>required</i>. {@code n} is the number of distinct words of the query without the extra
 * tokens but with the stop words. A token matches a word, best first,
 *
 * <ol>
 *   <li>exactly;
 *   <li>as a prefix;
 *   <li>as a substring;
 *   <li>within one edit, if it has three or more characters: one character more, less or other, or two neighbours swapped
 *       (Damerau, <i>A technique for computer detection and correction of spelling errors</i>, CACM 7(3), 1964).
 * </ol>
 *
 * <h2>Weight</h2>
 *
 * Let N be the number of documents the filter keeps and df(t) how many of them token t matches. Documents the filter hides
 * count nowhere. The weight of t is
 *
 * <pre>
 *   w(t) = ln(1 + (N - df + 0.5) / (df + 0.5))    if df &gt; 0
 *   w(t) = 0                                      otherwise: what nothing holds tells no document from another
 * </pre>
 *
 * and W is the sum over the required tokens.
 *
 * <h2>Admission</h2>
 *
 * A kept document that matches at least one required token is admitted when it misses none; or, for n of 3 or more, when it
 * misses one, or when the required tokens that it matches carry 35% of W.
 *
 * <h2>Score</h2>
 *
 * <pre>
 *   score = sum of w(t) * grade(t)  over the matched tokens, required and extra
 *         - 0.25 * w(t)             for each required token missed
 *         + 0.5 * W                 if the title holds the whole query, word for word
 *         + 0.1 * W * overlap       where overlap is Dice's coefficient of the trigrams of query and title
 *         + 100 * (W + extra)       if the query is the document's id; extra is the sum of w over the extra tokens
 *
 *   grade     exact  prefix  substring  one edit
 *   title     1.00    0.85     0.75       0.45
 *   body      0.70    0.55     0.40       0.25
 * </pre>
 *
 * The grade of a token is the best of all its matches in the document. Every term but the last is at most a few times W, so
 * a document asked for by its id is first. Scores are whole numbers of 1e-9, so that sums taken in
 * another order tie; equal ones are ordered by {@code updatedAt} descending, then by id.
 *
 * <h2>Index</h2>
 *
 * The above read word by word is the definition; the tests hold it as a full scan. {@link
 * ai.xray.ranker.lexical.LexicalIndex} answers the same from an inverted index: n-grams to distinct words, words to
 * documents. A token is compared once with each word that shares its rarest n-gram, never with a text.
 */
package ai.xray.ranker.lexical;
