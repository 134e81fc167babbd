package ai.xray.setting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A setting and what it is.
 *
 * @param type {@code string}, {@code password}, {@code boolean}, {@code integer}, {@code long} or {@code double}
 * @param list whether it is a list of such values, written with commas between them
 * @param defaultValue as a flag would give it; empty for a secret
 * @param allowed the values it may have; empty for any
 * @param least the smallest number, where there is one
 * @param most the greatest number, where there is one
 * @param value what it is now; empty for a secret, which is never shown
 * @param source where {@code value} comes from
 * @param effect when a change takes effect
 * @param next what it will be from the next start on, where that is something else
 */
public record SettingStatus(
        String name,
        String description,
        String type,
        boolean list,
        String defaultValue,
        List<String> allowed,
        Optional<String> least,
        Optional<String> most,
        Optional<String> value,
        Source source,
        Effect effect,
        Optional<Next> next) {

    /** Where a value comes from, each winning over those before it. */
    public enum Source {
        DEFAULT,
        FILE,
        ENVIRONMENT,
        FLAG,
        /** An admin changed it while the server ran. */
        CHANGED
    }

    /** When a change takes effect. */
    public enum Effect {
        AT_ONCE,
        AT_NEXT_START
    }

    /**
     * What a setting will be.
     *
     * @param value empty for a secret
     */
    public record Next(Optional<String> value, Source source) {
        private Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            value.ifPresent(text -> fields.put("value", text));
            fields.put("source", wire(source));
            return fields;
        }
    }

    public SettingStatus {
        allowed = List.copyOf(allowed);
    }

    /** As REST and the command line show it; what is empty is left out. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("description", description);
        fields.put("type", type);
        fields.put("list", list);
        fields.put("default", defaultValue);
        if (!allowed.isEmpty()) {
            fields.put("allowed", allowed);
        }
        least.ifPresent(bound -> fields.put("min", bound));
        most.ifPresent(bound -> fields.put("max", bound));
        value.ifPresent(text -> fields.put("value", text));
        fields.put("source", wire(source));
        fields.put("effect", wire(effect));
        next.ifPresent(later -> fields.put("next", later.fields()));
        return fields;
    }

    private static String wire(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
