package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.tool.Answer;
import ai.xray.tool.Question;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Asks by having the client call again with the answers (revision 2026-07-28). Nothing is kept here meanwhile: answers of
 * earlier rounds travel in the sealed state.
 */
final class RetryAsker implements Asker {
    /** What a client carries may not grow without end; answers are forms and short texts. */
    private static final int MOST_STATE_CHARS = 256 * 1024;

    private static final String RESPONSES = "inputResponses";
    private static final String STATE = "requestState";

    private final ClientCapabilities capabilities;
    private final RequestStates states;
    private final String owner;
    private final Message.Request request;
    private final Map<String, Object> answers;

    private RetryAsker(
            ClientCapabilities capabilities,
            RequestStates states,
            String owner,
            Message.Request request,
            Map<String, Object> answers) {
        this.capabilities = capabilities;
        this.states = states;
        this.owner = owner;
        this.request = request;
        this.answers = answers;
    }

    /**
     * The asker of one request.
     *
     * @param owner who calls
     * @throws RpcException when the answers that came with it, or the state, are not good
     */
    static RetryAsker of(Message.Request request, String owner, ClientCapabilities capabilities, RequestStates states)
            throws RpcException {
        Map<String, Object> answers = new LinkedHashMap<>();
        if (request.params().containsKey(STATE)) {
            Optional<Map<String, Object>> earlier = request.params().get(STATE) instanceof String state
                    ? states.open(owner, digest(request), state)
                    : Optional.empty();
            answers.putAll(earlier.orElseThrow(() -> RpcException.invalidParams(
                    "requestState: is not one that you were given for this request, was used before, or is older than %d"
                                    .formatted(RequestStates.VALID.toMinutes())
                            + " minutes; send the request again without it.")));
        }
        if (request.params().containsKey(RESPONSES)) {
            if (!(request.params().get(RESPONSES) instanceof Map<?, ?> responses)
                    || !responses.values().stream().allMatch(Map.class::isInstance)) {
                throw RpcException.invalidParams("inputResponses: is not an object of objects.");
            }
            answers.putAll(Json.asObject(responses));
        }
        return new RetryAsker(capabilities, states, owner, request, answers);
    }

    @Override
    public boolean can(Question<?> question) {
        return capabilities.allow(question);
    }

    @Override
    public Map<String, Answer> ask(Map<String, Question<?>> questions) {
        Questions.requireFew(questions);
        Map<String, Answer> answered = new LinkedHashMap<>();
        Map<String, Question<?>> open = new LinkedHashMap<>();
        questions.forEach((key, question) -> {
            if (answers.get(key) instanceof Map<?, ?> answer) {
                answered.put(key, Questions.parse(RESPONSES + "." + key, question, Json.asObject(answer)));
            } else {
                open.put(key, question);
            }
        });
        if (open.isEmpty()) {
            return answered;
        }
        for (Question<?> question : open.values()) {
            if (!can(question)) {
                throw new Interruption.MissingCapability(ClientCapabilities.needed(question));
            }
        }
        String state = states.seal(owner, digest(request), answers);
        if (state.length() > MOST_STATE_CHARS) {
            throw Refusal.tooLarge(
                    RESPONSES,
                    "inputResponses: the answers so far come to more than the %d characters that can be carried."
                            .formatted(MOST_STATE_CHARS));
        }
        throw new Interruption.InputRequired(open, state);
    }

    /** Tells this request from others: the method and what it is about, whatever the order of the members. */
    private static String digest(Message.Request request) {
        Map<String, Object> about = new LinkedHashMap<>(request.params());
        about.keySet().removeAll(List.of("_meta", RESPONSES, STATE));
        String text = request.method() + "\n" + Json.write(sorted(about));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Object sorted(Object value) {
        return switch (value) {
            case Map<?, ?> object -> {
                Map<String, Object> members = new TreeMap<>();
                Json.asObject(object).forEach((name, member) -> members.put(name, sorted(member)));
                yield members;
            }
            case List<?> list -> list.stream().map(RetryAsker::sorted).toList();
            case null, default -> value;
        };
    }
}
