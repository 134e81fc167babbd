package ai.xray.bench.retrieval;

import ai.xray.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * LoCoMo (Maharana et al., ACL 2024): ten long conversations of two people, {@code data/locomo10.json} of its repository.
 * Every question that names evidence counts, those whose answer is "nobody said" too: what they mix up was said somewhere.
 */
final class Locomo {
    private static final Pattern TURN = Pattern.compile("D(\\d+):(\\d+)");
    private static final String CONVERSATION = "conversation"; // there is one in each corpus
    private static final Pattern SESSION = Pattern.compile("session_\\d+");

    private final List<?> samples;

    Locomo(Path file) throws IOException {
        samples = (List<?>) Json.read(Files.readAllBytes(file));
    }

    /** A passage is one turn. */
    List<Conversation> turns() {
        return conversations(false);
    }

    /** A passage is one session: all that was said in one sitting. */
    List<Conversation> sessions() {
        return conversations(true);
    }

    private List<Conversation> conversations(boolean bySession) {
        return samples.stream()
                .map(sample -> conversation((Map<?, ?>) sample, bySession))
                .toList();
    }

    private static Conversation conversation(Map<?, ?> sample, boolean bySession) {
        List<Passage> passages = new ArrayList<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) sample.get("conversation")).entrySet()) {
            if (SESSION.matcher((String) entry.getKey()).matches()) {
                List<Passage> turns = ((List<?>) entry.getValue())
                        .stream().map(turn -> turn((Map<?, ?>) turn)).toList();
                if (bySession && !turns.isEmpty()) {
                    String session = session(turns.getFirst().id());
                    passages.add(new Passage(
                            session, session, turns.stream().map(Passage::text).collect(Collectors.joining("\n"))));
                } else {
                    passages.addAll(turns);
                }
            }
        }
        List<Question> questions = new ArrayList<>();
        for (Object each : (List<?>) sample.get("qa")) {
            Map<?, ?> question = (Map<?, ?>) each;
            List<?> named = (List<?>) question.get("evidence");
            if (!named.isEmpty()) {
                Set<String> evidence = evidence(named);
                questions.add(new Question(
                        (String) question.get("question"),
                        bySession ? evidence.stream().map(Locomo::session).collect(Collectors.toSet()) : evidence));
            }
        }
        return new Conversation(passages, questions);
    }

    private static Passage turn(Map<?, ?> turn) {
        String said = turn.get("speaker") + ": " + turn.get("text");
        Object caption = turn.get("blip_caption");
        return new Passage(
                (String) turn.get("dia_id"), CONVERSATION, caption == null ? said : said + " [" + caption + "]");
    }

    /** Some entries hold several ids, and some are written another way. */
    private static Set<String> evidence(List<?> named) {
        Set<String> ids = new LinkedHashSet<>();
        for (Object entry : named) {
            for (MatchResult id : TURN.matcher((String) entry).results().toList()) {
                ids.add("D" + Integer.parseInt(id.group(1)) + ":" + Integer.parseInt(id.group(2)));
            }
        }
        return ids;
    }

    private static String session(String turn) {
        return turn.substring(0, turn.indexOf(':'));
    }
}
