package ai.xray.admin;

import ai.xray.memory.Refusal;
import jakarta.servlet.http.HttpServletRequest;

/** The name of a thing at the end of a path. */
final class PathName {
    private PathName() {}

    /** The name that {@code request} is about; a {@link Refusal} when it has none. */
    static String of(HttpServletRequest request, String thing) {
        String path = request.getPathInfo();
        if (path == null || path.length() < 2) {
            throw Refusal.invalid("name", "name: the path must end in the %s's name.".formatted(thing));
        }
        return path.substring(1);
    }
}
