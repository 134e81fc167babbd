package ai.xray.embedded;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Makes components as their container does: with the services that their constructor takes and the settings of its
 * configuration annotation, the defaults of which hold where nothing else is set.
 */
public final class Components {
    /** Which service fills a reference is chosen by whoever makes the component. */
    private static final String CHOICE = "-target";

    private final Map<String, Object> settings;
    private final Set<String> known = new HashSet<>();

    /** @param settings by the names of flags; each goes to every component that has it */
    public Components(Map<String, Object> settings) {
        this.settings = Map.copyOf(settings);
    }

    /** One that sets nothing. */
    public static Components withDefaults() {
        return new Components(Map.of());
    }

    /**
     * A component.
     *
     * @param references what its constructor takes before its configuration
     * @throws IOException when it cannot use what it needs, such as a file
     * @throws RuntimeException when a setting has another type than the component wants, or a value that it refuses
     */
    public <T> T make(Class<T> component, Object... references) throws IOException {
        Constructor<?> constructor = constructor(component);
        Class<?>[] parameters = constructor.getParameterTypes();
        Class<?> annotation = parameters[parameters.length - 1];
        Object configuration = Proxy.newProxyInstance(
                annotation.getClassLoader(), new Class<?>[] {annotation}, (_, setting, _) -> value(setting));
        Stream.of(annotation.getDeclaredMethods())
                .map(Components::flag)
                .filter(flag -> !flag.endsWith(CHOICE))
                .forEach(known::add);
        try {
            return component.cast(constructor.newInstance(Stream.concat(Stream.of(references), Stream.of(configuration))
                    .toArray()));
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException refused -> throw refused;
                default -> throw new IllegalStateException(component + " could not be made", e);
            }
        } catch (InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException(component + " could not be made", e);
        }
    }

    private static Constructor<?> constructor(Class<?> component) {
        return Arrays.stream(component.getConstructors())
                .filter(each -> each.getParameterCount() > 0
                        && Annotation.class.isAssignableFrom(each.getParameterTypes()[each.getParameterCount() - 1]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(component + " has no constructor that takes settings"));
    }

    private Object value(Method setting) {
        Object value = settings.getOrDefault(flag(setting), setting.getDefaultValue());
        if (!boxed(setting.getReturnType()).isInstance(value)) {
            throw new IllegalArgumentException("%s: needs to be a %s."
                    .formatted(flag(setting), setting.getReturnType().getSimpleName()));
        }
        return value;
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /** {@code data_dir} and {@code dataDir} are the flag {@code data-dir}. */
    private static String flag(Method setting) {
        return setting.getName()
                .replace('_', '-')
                .replaceAll("(\\p{Lower})(\\p{Upper})", "$1-$2")
                .toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException when a setting is one that no component made so far has */
    public void checkAllUsed() {
        Set<String> unknown = new TreeSet<>(settings.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("%s: is not a setting of what runs here; allowed: %s."
                    .formatted(unknown.iterator().next(), String.join(", ", new TreeSet<>(known))));
        }
    }
}
