package ai.xray.auth.internal.session;

import ai.xray.auth.Identity;
import ai.xray.memory.Refusal;
import ai.xray.memory.Spelling;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Whom the operator lets in, and who of them administers. Nobody is on an empty list. */
@Designate(ocd = GuestList.Config.class)
@Component(service = GuestList.class, configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class GuestList {
    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern ENTRY = Pattern.compile("[a-z0-9-]{1,32}(:[A-Za-z0-9._-]{1,100}){1,2}");

    @ObjectClassDefinition(name = "Guests", description = "Which people may sign in, and who administers.")
    @interface Config {
        @AttributeDefinition(
                name = "auth-allow",
                description = "Who may sign in, with commas between: github:org:NAME, github:user:LOGIN, github:NUMBER,"
                        + " entra:tenant:ID or entra:TENANT:OBJECT; empty for nobody.")
        String[] auth_allow() default {};

        @AttributeDefinition(
                name = "admins",
                description =
                        "Who of those that sign in administers the server, written as in auth-allow; empty for nobody.")
        String[] admins() default {};
    }

    private final Set<String> allowed;
    private final Set<String> admins;

    @Activate
    public GuestList(Config config) {
        this(List.of(config.auth_allow()), List.of(config.admins()));
    }

    /**
     * The list that these settings give, of which each item may be several with commas between them.
     *
     * @throws Refusal when an entry is wrong
     */
    public GuestList(List<String> allowed, List<String> admins) {
        this.allowed = entries("auth-allow", allowed);
        this.admins = entries("admins", admins);
    }

    /** Whether the person may come in; who administers may. */
    public boolean lets(Identity person) {
        return isNamed(person, allowed) || administers(person);
    }

    /** Whether the person administers the server. */
    public boolean administers(Identity person) {
        return isNamed(person, admins);
    }

    private static boolean isNamed(Identity person, Set<String> entries) {
        return Stream.concat(Stream.of(person.account()), person.groups().stream())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .anyMatch(entries::contains);
    }

    private static Set<String> entries(String setting, List<String> lists) {
        Set<String> entries = new LinkedHashSet<>();
        lists.stream()
                .flatMap(COMMA::splitAsStream)
                .map(String::strip)
                .filter(e -> !e.isEmpty())
                .forEach(entry -> {
                    if (!ENTRY.matcher(entry).matches()) {
                        throw Refusal.invalid(
                                setting,
                                "%s: '%s' is not like github:org:acme, github:user:ada, github:583231, entra:tenant:ID or entra:TENANT:OBJECT."
                                        .formatted(setting, Spelling.excerpt(entry)));
                    }
                    entries.add(entry.toLowerCase(Locale.ROOT));
                });
        return Set.copyOf(entries);
    }
}
