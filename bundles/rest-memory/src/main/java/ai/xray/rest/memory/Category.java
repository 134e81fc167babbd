package ai.xray.rest.memory;

import ai.xray.memory.Kind;
import ai.xray.memory.Named;
import java.util.Set;

/** What kinds are shown under in the UI. */
enum Category implements Named {
    CONCERNS("Concerns"),
    PATTERNS("Patterns"),
    FACTS("Facts"),
    EVENTS("Events"),
    NOTES("Notes"),
    IDENTITY("Identity");

    private final String title;

    Category(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    Set<Kind> kinds() {
        return switch (this) {
            case CONCERNS -> Set.of(Kind.ACTIVE_CONCERN, Kind.WATCH_ITEM, Kind.UNKNOWN);
            case PATTERNS -> Set.of(Kind.OPERATIONAL_PATTERN);
            case FACTS -> Set.of(Kind.STABLE_FACT, Kind.HYPOTHESIS);
            case EVENTS -> Set.of(Kind.RECENT_CHANGE, Kind.EVENT);
            case NOTES -> Set.of(Kind.NOTE);
            case IDENTITY -> Set.of(Kind.SYSTEM_IDENTITY);
        };
    }
}
