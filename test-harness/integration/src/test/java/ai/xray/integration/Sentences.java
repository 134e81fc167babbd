package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Exited;
import ai.xray.json.Json;
import java.net.http.HttpResponse;
import java.util.Map;

/** What makes an error fit for people: one clear sentence that names what was wrong. */
final class Sentences {
    private static final int LONGEST = 600;

    private Sentences() {}

    /** Fails unless {@code text} is one line that tells of no Java class and holds all of {@code parts}. */
    static void requireSentence(String text, String... parts) {
        assertThat(text.strip())
                .isNotEmpty()
                .hasSizeLessThan(LONGEST)
                .doesNotContain("\n", "Exception", "java.", "ai.xray.", "\tat ");
        for (String part : parts) {
            assertThat(text).contains(part);
        }
    }

    /** Fails unless the program ended with {@code code} after one sentence on standard error and no other word. */
    static void requireRefused(Exited exited, int code, String... parts) {
        assertThat(exited.code()).as(exited.stdout() + exited.stderr()).isEqualTo(code);
        assertThat(exited.stdout()).isEmpty();
        requireSentence(exited.stderr(), parts);
        assertThat(exited.stderr().strip()).matches("(?s).*[.?]$");
    }

    /** Fails unless the answer is an RFC 9457 problem whose detail is a sentence. */
    static void requireProblem(HttpResponse<String> answer, String... parts) {
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        Map<String, Object> problem = Json.readObject(answer.body());
        assertThat(problem).containsEntry("status", (long) answer.statusCode()).containsKey("title");
        requireSentence((String) problem.get("detail"), parts);
    }
}
