package ai.xray.auth.internal.session;

import ai.xray.auth.SignInProvider;
import ai.xray.memory.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The sign-in providers that are there now, by name. Thread-safe. */
@Component(service = Providers.class)
public final class Providers {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");

    private final Map<String, SignInProvider> byName = new ConcurrentHashMap<>();

    /** None yet. */
    @Activate
    public Providers() {
        // they come and go
    }

    /** Offers a provider; {@code properties} are those of its service. One without a name that fits is left out. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void add(SignInProvider provider, Map<String, Object> properties) {
        name(properties).ifPresent(name -> byName.put(name, provider));
    }

    /** Stops offering it, unless another took its place. */
    public void remove(SignInProvider provider, Map<String, Object> properties) {
        name(properties).ifPresent(name -> byName.remove(name, provider));
    }

    /** Those that are set up. */
    public SortedMap<String, SignInProvider> all() {
        SortedMap<String, SignInProvider> ready = new TreeMap<>(byName);
        ready.values().removeIf(provider -> !provider.isSetUp());
        return ready;
    }

    /** The provider of a name; a {@link Refusal} when there is none. */
    SignInProvider require(String name) {
        return Optional.ofNullable(byName.get(name))
                .filter(SignInProvider::isSetUp)
                .orElseThrow(() -> Refusal.of(Refusal.Code.NOT_FOUND, "There is no such sign-in provider."));
    }

    private static Optional<String> name(Map<String, Object> properties) {
        return properties.get(SignInProvider.NAME) instanceof String name
                        && NAME.matcher(name).matches()
                ? Optional.of(name)
                : Optional.empty();
    }
}
