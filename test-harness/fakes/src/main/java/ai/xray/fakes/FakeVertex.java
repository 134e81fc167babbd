package ai.xray.fakes;

import static ai.xray.fakes.Strict.check;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code :predict} of an embedding model on Vertex AI, which takes one text at a time and the tokens of a {@link FakeGoogleTokens}. */
public final class FakeVertex extends FakeServer {
    private static final Set<String> TASKS = Set.of(
            "RETRIEVAL_QUERY",
            "RETRIEVAL_DOCUMENT",
            "SEMANTIC_SIMILARITY",
            "CLASSIFICATION",
            "CLUSTERING",
            "QUESTION_ANSWERING",
            "FACT_VERIFICATION",
            "CODE_RETRIEVAL_QUERY");
    private static final long DIMENSIONS = 3072;

    private final String path;
    private final FakeGoogleTokens tokens;
    private final String quotaProject;

    /**
     * Serves at once.
     *
     * @param quotaProject what {@code x-goog-user-project} must say; empty when it must not be there
     */
    public FakeVertex(String project, String location, String model, FakeGoogleTokens tokens, String quotaProject) {
        this.path =
                "/v1/projects/%s/locations/%s/publishers/google/models/%s:predict".formatted(project, location, model);
        this.tokens = tokens;
        this.quotaProject = quotaProject;
        open();
    }

    @Override
    Reply reply(Received request) throws Refused {
        Strict.post(request, path, "application/json");
        String authorization = request.header("authorization").orElse("");
        check(
                authorization.startsWith("Bearer ") && tokens.isValid(authorization.substring("Bearer ".length())),
                401,
                "authorization: is not a token that is valid");
        check(
                request.header("x-goog-user-project").orElse("").equals(quotaProject),
                403,
                "x-goog-user-project: is wrong");
        Map<String, Object> asked = Strict.object(Strict.json(request), Set.of("instances"), Set.of("parameters"));
        check(asked.get("instances") instanceof List<?> list && list.size() == 1, 400, "instances: must be one");
        Map<String, Object> instance = Strict.object(
                ((List<?>) asked.get("instances")).getFirst(), Set.of("content"), Set.of("task_type", "title"));
        String content = Strict.text(instance.get("content"), "content");
        check(TASKS.contains(instance.getOrDefault("task_type", "RETRIEVAL_QUERY")), 400, "task_type: is not known");
        Map<String, Object> parameters = Strict.object(
                asked.getOrDefault("parameters", Map.of()), Set.of(), Set.of("outputDimensionality", "autoTruncate"));
        check(parameters.getOrDefault("autoTruncate", true) instanceof Boolean, 400, "autoTruncate: must be a boolean");
        Object wanted = parameters.getOrDefault("outputDimensionality", DIMENSIONS);
        check(
                wanted instanceof Long length && length >= 1 && length <= DIMENSIONS,
                400,
                "outputDimensionality: must be 1 to " + DIMENSIONS);
        Map<String, Object> embeddings = Map.of(
                "values", PseudoVectors.of(content, Math.toIntExact((long) wanted)),
                "statistics", Map.of("truncated", false, "token_count", 1));
        return Reply.ok(Map.of(
                "predictions", List.of(Map.of("embeddings", embeddings)),
                "metadata", Map.of("billableCharacterCount", content.length())));
    }

    @Override
    Object error(int status, String complaint) {
        String name = switch (status) {
            case 401 -> "UNAUTHENTICATED";
            case 403 -> "PERMISSION_DENIED";
            case 404 -> "NOT_FOUND";
            default -> "INVALID_ARGUMENT";
        };
        return Map.of("error", Map.of("code", status, "message", complaint, "status", name));
    }
}
