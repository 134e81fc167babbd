package ai.xray.ranker.lexical;

import ai.xray.contracts.TextIndexContract;
import ai.xray.search.Ranker;
import ai.xray.search.TextIndex;

/** The definition keeps the contract too. */
class FullScanTest extends TextIndexContract {
    @Override
    protected Ranker ranker() {
        return new Ranker() {
            @Override
            public <A> TextIndex<A> open() {
                return new FullScan<>();
            }
        };
    }
}
