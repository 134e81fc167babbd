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

/**
 * BEAM (Tavakoli et al., 2025): twenty conversations with an assistant, {@code chats/100K} of its repository. A passage is
 * one message of either side, of the shortened conversation where there is one, for that is what was asked about.
 */
final class Beam {
    private static final int CONVERSATIONS = 20;
    private static final String CONVERSATION = "conversation"; // there is one in each corpus

    private final Path folder;

    /** @param folder has the folders {@code 1} to {@code 20} */
    Beam(Path folder) {
        this.folder = folder;
    }

    List<Conversation> turns() throws IOException {
        List<Conversation> conversations = new ArrayList<>();
        for (int number = 1; number <= CONVERSATIONS; number++) {
            conversations.add(conversation(folder.resolve(Integer.toString(number))));
        }
        return conversations;
    }

    private static Conversation conversation(Path folder) throws IOException {
        Path shortened = folder.resolve("chat_trunecated.json"); // so it is spelled
        Path chat = Files.exists(shortened) ? shortened : folder.resolve("chat.json");
        List<Passage> passages = new ArrayList<>();
        for (Object batch : (List<?>) Json.read(Files.readAllBytes(chat))) {
            for (Object turn : (List<?>) ((Map<?, ?>) batch).get("turns")) {
                for (Object each : (List<?>) turn) {
                    Map<?, ?> message = (Map<?, ?>) each;
                    passages.add(
                            new Passage(message.get("id").toString(), CONVERSATION, (String) message.get("content")));
                }
            }
        }
        List<Question> questions = new ArrayList<>();
        Path asked = folder.resolve("probing_questions/probing_questions.json");
        for (Object kind : ((Map<?, ?>) Json.read(Files.readAllBytes(asked))).values()) {
            for (Object each : (List<?>) kind) {
                Map<?, ?> question = (Map<?, ?>) each;
                Set<String> evidence = new LinkedHashSet<>();
                collect(question.get("source_chat_ids"), evidence);
                if (!evidence.isEmpty()) {
                    questions.add(new Question((String) question.get("question"), evidence));
                }
            }
        }
        return new Conversation(passages, questions);
    }

    /** Ids stand in a list, or in several with names. */
    private static void collect(Object source, Set<String> ids) {
        switch (source) {
            case Long id -> ids.add(id.toString());
            case List<?> list -> list.forEach(each -> collect(each, ids));
            case Map<?, ?> named -> named.values().forEach(each -> collect(each, ids));
            case null, default -> {
                // a question that nothing answers names no source
            }
        }
    }
}
