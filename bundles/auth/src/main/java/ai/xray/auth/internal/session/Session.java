package ai.xray.auth.internal.session;

import ai.xray.auth.Identity;
import ai.xray.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Somebody who signed in with a browser.
 *
 * @param created when
 * @param seen when the browser was last heard of, give or take a twentieth of the idle time
 */
public record Session(Identity person, Instant created, Instant seen) {
    static Session of(String json) {
        Map<String, Object> fields = Json.readObject(json);
        Identity person = new Identity(
                (String) fields.get("account"),
                (String) fields.get("name"),
                ((List<?>) fields.get("groups"))
                        .stream().map(String.class::cast).collect(Collectors.toSet()));
        return new Session(
                person, Instant.parse((String) fields.get("created")), Instant.parse((String) fields.get("seen")));
    }

    Session seenAt(Instant now) {
        return new Session(person, created, now);
    }

    /** What is stored. */
    String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("account", person.account());
        fields.put("name", person.name());
        fields.put("groups", List.copyOf(new TreeSet<>(person.groups())));
        fields.put("created", created.toString());
        fields.put("seen", seen.toString());
        return Json.write(fields);
    }
}
