package ai.xray.ranker.lexical;

import ai.xray.search.Ranker;
import ai.xray.search.TextIndex;
import org.osgi.service.component.annotations.Component;

/** Opens indexes that rank as this package's documentation says. */
@Component(property = "xray.name=lexical")
public final class LexicalRanker implements Ranker {
    @Override
    public <A> TextIndex<A> open() {
        return new LexicalIndex<>();
    }
}
