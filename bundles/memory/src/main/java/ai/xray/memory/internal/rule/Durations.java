package ai.xray.memory.internal.rule;

import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as settings give them. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,9})([smhd])");
    private static final Map<String, ChronoUnit> UNITS =
            Map.of("s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS, "d", ChronoUnit.DAYS);

    private Durations() {}

    /**
     * The duration that {@code text} tells: a whole number and one of the units s, m, h and d, or {@code 0} alone.
     *
     * @throws Refusal when it is something else, or longer than {@code most}; it names {@code setting}
     */
    public static Duration parse(String setting, String text, Duration most) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refused(setting, text, most);
        }
        Duration duration = Duration.of(Long.parseLong(form.group(1)), UNITS.get(form.group(2)));
        if (duration.compareTo(most) > 0) {
            throw refused(setting, text, most);
        }
        return duration;
    }

    private static Refusal refused(String setting, String text, Duration most) {
        return Refusal.invalid(
                setting,
                "%s: '%s' is not allowed; give 0 or a whole number with s, m, h or d, such as 30s, 5m, 1h or 7d, at most %dd."
                        .formatted(setting, Spelling.excerpt(text), most.toDays()));
    }
}
