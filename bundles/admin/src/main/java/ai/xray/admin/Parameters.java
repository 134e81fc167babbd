package ai.xray.admin;

import ai.xray.memory.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of a query. */
record Parameters(Map<String, String[]> given) {
    /** Those of {@code request}; a {@link Refusal} when it has one that is not among {@code known}. */
    static Parameters of(HttpServletRequest request, List<String> known) {
        Map<String, String[]> given = request.getParameterMap();
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw Refusal.unknownName("query", name, known);
            }
        }
        return new Parameters(given);
    }

    /** The value of one that is given once at most. */
    Optional<String> get(String name) {
        String[] values = given.get(name);
        if (values == null) {
            return Optional.empty();
        }
        if (values.length > 1) {
            throw Refusal.invalid(name, "%s: is given %d times; once is allowed.".formatted(name, values.length));
        }
        return Optional.of(values[0]);
    }

    /** The values of one that may be given again and again, in their order. */
    List<String> all(String name) {
        return List.of(given.getOrDefault(name, new String[0]));
    }
}
