package ai.xray.tool;

import ai.xray.memory.Named;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a client answered to a {@link Question}. It comes from outside: check it as you would check arguments. */
public sealed interface Answer {
    /** @param content what was filled in; empty unless the person accepted */
    record Form(Action action, Map<String, Object> content) implements Answer {
        public Form {
            content = Collections.unmodifiableMap(new LinkedHashMap<>(content));
        }
    }

    /** What a person did with a form. */
    enum Action implements Named {
        /** Filled it in and sent it. */
        ACCEPT,
        /** Said no. */
        DECLINE,
        /** Closed it without saying anything. */
        CANCEL
    }

    /**
     * @param text what the model wrote; empty when it answered with something else than text
     * @param model the name of the model
     */
    record Sample(String text, String model) implements Answer {}

    /** The client's folders. */
    record Roots(List<Root> roots) implements Answer {
        public Roots {
            roots = List.copyOf(roots);
        }
    }

    /** @param uri as a rule a {@code file:} URI */
    record Root(String uri, Optional<String> name) {}
}
