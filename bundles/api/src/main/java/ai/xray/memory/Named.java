package ai.xray.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** An enum constant with a name for the outside: the constant's own, in lower case. */
public interface Named {
    /** The constant's name in Java. */
    String name();

    /** The name used in tools, REST, stores and documents, for example {@code stable_fact}. */
    default String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The outside names of {@code constants}, in their order. */
    static List<String> wires(Collection<? extends Named> constants) {
        List<String> names = new ArrayList<>(constants.size());
        constants.forEach(constant -> names.add(constant.wire()));
        return names;
    }

    /**
     * The constant whose outside name is {@code name}.
     *
     * @throws Refusal when no constant among {@code allowed} has that name; it lists them, the closest spelling first
     */
    static <E extends Named> E parse(String field, String name, Collection<E> allowed) {
        for (E constant : allowed) {
            if (constant.wire().equals(name)) {
                return constant;
            }
        }
        throw Refusal.unknownName(field, name, wires(allowed));
    }
}
