package ai.xray.runtime.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was found of one part.
 *
 * @param detail a sentence: what is so, or what is wrong and what to do
 */
record Check(String part, boolean ok, String detail) {
    private static final int OLDEST_JAVA = 25;

    static Check passed(String part, String detail) {
        return new Check(part, true, detail);
    }

    static Check failed(String part, String detail) {
        return new Check(part, false, detail);
    }

    /** The Java that this runs on. */
    static Check java() {
        boolean ok = Runtime.version().feature() >= OLDEST_JAVA;
        String running = "Java %s at %s".formatted(Runtime.version(), System.getProperty("java.home"));
        return new Check(
                "java",
                ok,
                ok ? running : "%s is too old; set XRAY_JAVA_HOME to Java %d.".formatted(running, OLDEST_JAVA));
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("part", part);
        fields.put("ok", ok);
        fields.put("detail", detail);
        return fields;
    }
}
