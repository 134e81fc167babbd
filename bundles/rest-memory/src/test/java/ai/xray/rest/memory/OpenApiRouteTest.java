package ai.xray.rest.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OpenApiRouteTest {
    private static final Map<String, Object> DOCUMENT = new OpenApiRoute(
                    request -> {
                        throw new AssertionError("the description is for everybody");
                    },
                    "1.2.3")
            .answer(new Call(OpenApiRoute.OPEN_API, Optional.empty(), null, null))
            .body();

    @Test
    void everyReferenceLeadsSomewhere() {
        List<String> references = new ArrayList<>();
        collect(DOCUMENT, references);
        assertThat(references).isNotEmpty().allSatisfy(reference -> {
            Map<?, ?> target = DOCUMENT;
            for (String step : reference.substring("#/".length()).split("/", -1)) {
                assertThat(target.get(step)).as(reference).isInstanceOf(Map.class);
                target = (Map<?, ?>) target.get(step);
            }
        });
    }

    @Test
    void operationsHaveNamesOfTheirOwnAndPathsHaveTheirParameters() {
        assertThat(OpenApiRoute.OPERATIONS).extracting(Operation::id).doesNotHaveDuplicates();
        assertThat(OpenApiRoute.OPERATIONS).allSatisfy(operation -> {
            List<String> inPath = operation.parameters().stream()
                    .filter(parameter -> parameter.in().equals("path"))
                    .map(parameter -> "{" + parameter.name() + "}")
                    .toList();
            assertThat(Pattern.compile("\\{\\w+}")
                            .matcher(operation.path())
                            .results()
                            .map(MatchResult::group))
                    .containsExactlyElementsOf(inPath);
        });
    }

    @Test
    void everyOperationIsDescribedUnderItsPathAndMethod() {
        Map<?, ?> paths = (Map<?, ?>) DOCUMENT.get("paths");
        assertThat(OpenApiRoute.OPERATIONS).allSatisfy(operation -> {
            Map<?, ?> path = (Map<?, ?>) paths.get(operation.path());
            Map<?, ?> described = (Map<?, ?>) path.get(operation.method().toLowerCase(Locale.ROOT));
            assertThat(described.get("operationId")).isEqualTo(operation.id());
        });
    }

    private static void collect(Object value, List<String> references) {
        switch (value) {
            case Map<?, ?> map -> {
                if (map.get("$ref") instanceof String reference) {
                    references.add(reference);
                }
                map.values().forEach(each -> collect(each, references));
            }
            case List<?> list -> list.forEach(each -> collect(each, references));
            default -> {} // a leaf
        }
    }
}
