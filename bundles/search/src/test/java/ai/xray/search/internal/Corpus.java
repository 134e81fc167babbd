package ai.xray.search.internal;

import ai.xray.search.SemanticIndexes.Texts;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Texts by id. */
final class Corpus implements Texts {
    final Map<String, String> texts = new ConcurrentHashMap<>();

    @Override
    public Map<String, String> of(Collection<String> ids) {
        return ids.stream().filter(texts::containsKey).collect(Collectors.toMap(id -> id, texts::get));
    }
}
