package ai.xray.fakes;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the servers check alike. */
final class Strict {
    private Strict() {}

    static void post(Received request, String path, String contentType) throws Refused {
        check(request.path().equals(path), 404, "no such path: " + request.path());
        check(request.method().equals("POST"), 405, "the method must be POST");
        String given = request.header("content-type").orElse("");
        check(given.equals(contentType), 415, "content-type: must be %s, not '%s'".formatted(contentType, given));
    }

    /** Checks the bearer token; with an empty {@code token} there must be none. */
    static void bearer(Received request, String token) throws Refused {
        String wanted = token.isEmpty() ? "" : "Bearer " + token;
        check(request.header("authorization").orElse("").equals(wanted), 401, "authorization: is not the right one");
    }

    /** The object with these fields and no others. */
    static Map<String, Object> object(Object json, Set<String> required, Set<String> optional) throws Refused {
        check(json instanceof Map, 400, "the value must be an object");
        Map<String, Object> object = Json.asObject(json);
        check(object.keySet().containsAll(required), 400, "fields are missing: " + required);
        for (String field : object.keySet()) {
            check(required.contains(field) || optional.contains(field), 400, "unknown field: " + field);
        }
        return object;
    }

    static Object json(Received request) throws Refused {
        try {
            return Json.read(request.body());
        } catch (JsonException e) {
            throw new Refused(400, "the body is not JSON: " + e.getMessage());
        }
    }

    static List<String> texts(Object json, String field, int most) throws Refused {
        check(json instanceof List, 400, field + ": must be an array");
        List<?> items = (List<?>) json;
        check(!items.isEmpty(), 400, field + ": must not be empty");
        check(
                items.size() <= most,
                413,
                "%s: holds %d items, at most %d are taken".formatted(field, items.size(), most));
        List<String> texts = new ArrayList<>();
        for (Object item : items) {
            texts.add(text(item, field));
        }
        return texts;
    }

    static String text(Object json, String field) throws Refused {
        check(json instanceof String text && !text.isEmpty(), 400, field + ": must be a string that is not empty");
        return (String) json;
    }

    static void check(boolean right, int status, String complaint) throws Refused {
        if (!right) {
            throw new Refused(status, complaint);
        }
    }
}
