package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Http;
import ai.xray.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A server's own description of its routes, to hold replies against. Of JSON Schema it knows the keywords that the description
 * uses, and fails at any other.
 */
record OpenApi(Map<String, Object> document) {
    private static final Set<String> KNOWN = Set.of(
            "type", "properties", "required", "additionalProperties", "items", "enum", "allOf", "$ref", "format");

    static OpenApi of(Http http) throws IOException {
        HttpResponse<String> reply = http.get("/openapi.json");
        assertThat(reply.statusCode()).isEqualTo(200);
        return new OpenApi(Json.readObject(reply.body()));
    }

    /** All operations, such as {@code get /v1/memory}. */
    Set<String> operations() {
        Set<String> operations = new LinkedHashSet<>();
        object(document, "paths")
                .forEach((path, methods) ->
                        Json.asObject(methods).keySet().forEach(method -> operations.add(method + " " + path)));
        return operations;
    }

    /** Fails unless {@code reply} is one that the description of {@code method} at {@code path} knows; gives its body. */
    Map<String, Object> checked(String method, String path, HttpResponse<String> reply) {
        Map<String, Object> operation =
                object(object(object(document, "paths"), path), method.toLowerCase(Locale.ROOT));
        Map<String, Object> responses = object(operation, "responses");
        Object response = responses.getOrDefault("" + reply.statusCode(), responses.get("default"));
        Map<String, Object> content = object(resolved(Json.asObject(response)), "content");
        String media = reply.headers().firstValue("Content-Type").orElse("none").split(";", 2)[0];
        assertThat(content).as(reply.body()).containsKey(media);
        Map<String, Object> body = Json.readObject(reply.body());
        check("reply", body, object(object(content, media), "schema"));
        return body;
    }

    private void check(String where, Object value, Map<String, Object> given) {
        Map<String, Object> schema = resolved(given);
        assertThat(KNOWN).as("keywords of the schema of %s", where).containsAll(schema.keySet());
        if (schema.get("allOf") instanceof List<?> all) {
            all.forEach(each -> check(where, value, Json.asObject(each)));
            return;
        }
        if (schema.get("enum") instanceof List<?> values) {
            assertThat(values.contains(value))
                    .as("%s: %s is one of %s", where, value, values)
                    .isTrue();
        }
        switch ((String) schema.get("type")) {
            case "string" -> assertThat(value).as(where).isInstanceOf(String.class);
            case "boolean" -> assertThat(value).as(where).isInstanceOf(Boolean.class);
            case "integer" -> assertThat(value).as(where).isInstanceOf(Long.class);
            case "number" -> assertThat(value).as(where).isInstanceOf(Number.class);
            case "array" -> {
                assertThat(value).as(where).isInstanceOf(List.class);
                ((List<?>) value).forEach(item -> check(where + "[]", item, object(schema, "items")));
            }
            case "object" -> checkObject(where, Json.asObject(value), schema);
            default -> throw new AssertionError(where + ": unknown type " + schema.get("type"));
        }
    }

    private void checkObject(String where, Map<String, Object> value, Map<String, Object> schema) {
        Map<String, Object> properties = schema.containsKey("properties") ? object(schema, "properties") : Map.of();
        if (schema.get("required") instanceof List<?> required) {
            required.forEach(name -> assertThat(value).as(where).containsKey((String) name));
        }
        value.forEach((name, item) -> {
            if (properties.containsKey(name)) {
                check(where + "." + name, item, object(properties, name));
            } else {
                assertThat(schema.get("additionalProperties"))
                        .as("%s may have %s", where, name)
                        .isNotEqualTo(false);
            }
        });
    }

    private Map<String, Object> resolved(Map<String, Object> schema) {
        if (!(schema.get("$ref") instanceof String reference)) {
            return schema;
        }
        Map<String, Object> target = document;
        for (String step : reference.substring("#/".length()).split("/", -1)) {
            target = object(target, step);
        }
        return resolved(target);
    }

    private static Map<String, Object> object(Map<String, Object> from, String name) {
        assertThat(from).containsKey(name);
        return Json.asObject(from.get(name));
    }
}
