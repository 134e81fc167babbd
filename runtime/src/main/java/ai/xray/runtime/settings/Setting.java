package ai.xray.runtime.settings;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One setting, as the metatype document of a component describes it.
 *
 * @param name the flag without dashes; also the key in {@code xray.yaml}
 * @param defaultValue as text; list items separated by commas
 * @param options the values it may have, empty for any
 * @param bindings the configurations that receive it
 */
record Setting(
        String name,
        Type type,
        boolean list,
        String defaultValue,
        String description,
        List<String> options,
        Optional<BigDecimal> least,
        Optional<BigDecimal> most,
        List<Binding> bindings) {

    /** The value types of the metatype specification that components use. */
    enum Type {
        STRING,
        PASSWORD,
        BOOLEAN,
        INTEGER,
        LONG,
        DOUBLE
    }

    /**
     * A property of a configuration.
     *
     * @param pid empty for the launcher's own settings
     */
    record Binding(String pid, String key) {
        private static final String TARGET = ".target";

        /** Whether the property is the filter of a reference, which users give as the name of an implementation. */
        boolean choosesImplementation() {
            return key.endsWith(TARGET);
        }

        /** The reference whose implementation is chosen. */
        String reference() {
            return key.substring(0, key.length() - TARGET.length());
        }
    }

    Setting {
        options = List.copyOf(options);
        bindings = List.copyOf(bindings);
    }

    /** The same setting, delivered to the bindings of both, within the bounds of both. */
    Setting and(Setting other) {
        List<Binding> both = new ArrayList<>(bindings);
        both.addAll(other.bindings);
        return new Setting(
                name,
                type,
                list,
                defaultValue,
                description,
                options.isEmpty() ? other.options : options,
                Stream.of(least, other.least).flatMap(Optional::stream).max(BigDecimal::compareTo),
                Stream.of(most, other.most).flatMap(Optional::stream).min(BigDecimal::compareTo),
                both);
    }

    /** The name of the environment variable that sets it. */
    String variable() {
        return "XRAY_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** Whether the launcher itself has it. */
    boolean ofLauncher() {
        return bindings.stream().anyMatch(binding -> binding.pid().isEmpty());
    }

    boolean secret() {
        return type == Type.PASSWORD;
    }

    boolean choosesImplementation() {
        return bindings.stream().anyMatch(Binding::choosesImplementation);
    }

    /** The default as a user would write it. */
    String shownDefault() {
        return choosesImplementation() ? implementationIn(defaultValue) : defaultValue;
    }

    /**
     * {@code text} as the value of a configuration property.
     *
     * @throws UsageException when the text is not such a value
     */
    Object parse(String text) {
        if (list) {
            List<Object> items = new ArrayList<>();
            for (String item : text.split(",", -1)) {
                if (!item.isBlank()) {
                    items.add(item(item.strip()));
                }
            }
            return items.toArray(String[]::new);
        }
        return item(text);
    }

    private Object item(String text) {
        Object value = typed(text);
        if (!options.isEmpty() && !options.contains(text)) {
            throw UsageException.unknown("--" + name, text, options);
        }
        if (value instanceof Number number) {
            BigDecimal exact = new BigDecimal(number.toString());
            boolean low = least.isPresent() && exact.compareTo(least.get()) < 0;
            boolean high = most.isPresent() && exact.compareTo(most.get()) > 0;
            if (low || high) {
                throw new UsageException("--%s: %s is out of range; allowed: %s to %s."
                        .formatted(name, text, bound(least, "any"), bound(most, "any")));
            }
        }
        return value;
    }

    private static String bound(Optional<BigDecimal> bound, String absent) {
        return bound.map(BigDecimal::toPlainString).orElse(absent);
    }

    private Object typed(String text) {
        try {
            return switch (type) {
                case STRING, PASSWORD -> text;
                case INTEGER -> Integer.valueOf(text.strip());
                case LONG -> Long.valueOf(text.strip());
                case DOUBLE -> Double.valueOf(text.strip());
                case BOOLEAN ->
                    switch (text.strip().toLowerCase(Locale.ROOT)) {
                        case "true" -> true;
                        case "false" -> false;
                        default -> throw new NumberFormatException();
                    };
            };
        } catch (NumberFormatException e) {
            throw new UsageException("--%s: '%s' is not %s."
                    .formatted(
                            name,
                            text,
                            switch (type) {
                                case BOOLEAN -> "true or false";
                                case DOUBLE -> "a number";
                                default -> "a whole number";
                            }));
        }
    }

    /** The filter that picks the implementation named {@code name}. */
    static String filterFor(String name) {
        return "(xray.name=" + name + ")";
    }

    /** The name in a filter made by {@link #filterFor(String)}. */
    static String implementationIn(String filter) {
        return filter.replaceAll("^\\(xray\\.name=|\\)$", "");
    }
}
