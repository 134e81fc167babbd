package ai.xray.ranker.lexical;

import ai.xray.contracts.TextIndexContract;
import ai.xray.search.Ranker;

class LexicalRankerTest extends TextIndexContract {
    @Override
    protected Ranker ranker() {
        return new LexicalRanker();
    }
}
