package ai.xray.admin;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was found of a part.
 *
 * @param detail in sentences
 */
record Check(String part, boolean ok, String detail) {
    static Check passed(String part, String detail) {
        return new Check(part, true, detail);
    }

    static Check failed(String part, String detail) {
        return new Check(part, false, detail);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("part", part);
        fields.put("ok", ok);
        fields.put("detail", detail);
        return fields;
    }
}
