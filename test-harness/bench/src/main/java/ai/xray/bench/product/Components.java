package ai.xray.bench.product;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.stream.Stream;

/** Makes components as their container does. */
public final class Components {
    private Components() {}

    /**
     * A component with the defaults of its settings but for {@code settings}, by the names of its annotation's methods.
     *
     * @param references what its constructor takes before the settings
     */
    public static <T> T make(Class<T> component, Map<String, Object> settings, Object... references) {
        Constructor<?> constructor = component.getConstructors()[0];
        Class<?> annotation = constructor.getParameterTypes()[references.length];
        Object configuration = Proxy.newProxyInstance(
                annotation.getClassLoader(),
                new Class<?>[] {annotation},
                (_, setting, _) -> settings.getOrDefault(setting.getName(), setting.getDefaultValue()));
        try {
            return component.cast(constructor.newInstance(Stream.concat(Stream.of(references), Stream.of(configuration))
                    .toArray()));
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(component + " could not be made", e);
        }
    }
}
