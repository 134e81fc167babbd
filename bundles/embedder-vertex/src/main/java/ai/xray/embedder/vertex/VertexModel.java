package ai.xray.embedder.vertex;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import ai.xray.remote.EmbeddingModel;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A model of Vertex AI, and where it is asked.
 *
 * @param project blank when it is not set
 */
record VertexModel(EmbeddingModel model, String project, String location) {
    private static final String DEFAULT_MODEL = "gemini-embedding-001";

    /** Gemini's vectors are nested, and at this length they lose little; the model's own are 3,072 long. */
    private static final int DEFAULT_DIMS = 128;

    private static final Pattern PROJECT = Pattern.compile("[a-z0-9](?:[a-z0-9.:-]{0,61}[a-z0-9])?");
    private static final Pattern LOCATION = Pattern.compile("[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._@-]{0,99})");

    /** A model by its settings, of which a name or a length that is not set has a default. */
    static VertexModel of(String name, int dims, int maxInputChars, String project, String location) {
        String model = name.isBlank() ? DEFAULT_MODEL : name.strip();
        int length = dims == 0 && model.equals(DEFAULT_MODEL) ? DEFAULT_DIMS : dims;
        return new VertexModel(
                new EmbeddingModel("vertex", model, length, maxInputChars), project.strip(), location.strip());
    }

    static boolean isProject(String text) {
        return PROJECT.matcher(text).matches();
    }

    /** The interface of the location. */
    URI regional() {
        checkLocation();
        return URI.create(
                location.equals("global")
                        ? "https://aiplatform.googleapis.com"
                        : "https://" + location + "-aiplatform.googleapis.com");
    }

    /**
     * Where vectors are asked for.
     *
     * @param base of the interface, the one of the location where empty
     * @throws Refusal when a setting is missing or wrong
     */
    URI address(Optional<URI> base) {
        model.check();
        if (!NAME.matcher(model.name()).matches()) {
            throw Refusal.invalid(
                    "embedding-model",
                    "embedding-model: '%s' is no name of a Vertex AI model, for example %s."
                            .formatted(Spelling.excerpt(model.name()), DEFAULT_MODEL));
        }
        if (project.isEmpty()) {
            throw Refusal.invalid("gcp-project", "gcp-project: must be set to the id of a Google Cloud project.");
        }
        if (!isProject(project)) {
            throw Refusal.invalid(
                    "gcp-project",
                    "gcp-project: '%s' must be the id of a Google Cloud project: small letters, digits and hyphens."
                            .formatted(Spelling.excerpt(project)));
        }
        checkLocation();
        return URI.create("%s/v1/projects/%s/locations/%s/publishers/google/models/%s:predict"
                .formatted(base.orElseGet(this::regional), project, location, model.name()));
    }

    private void checkLocation() {
        if (!LOCATION.matcher(location).matches()) {
            throw Refusal.invalid(
                    "gcp-location",
                    "gcp-location: '%s' must be a location of Google Cloud, for example us-central1 or global."
                            .formatted(Spelling.excerpt(location)));
        }
    }
}
