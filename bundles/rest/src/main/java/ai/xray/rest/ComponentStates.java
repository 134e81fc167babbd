package ai.xray.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** Tells which of the server's own components are not up, and why in words. A component that waits to be used is up. */
final class ComponentStates {
    private static final String OURS = "ai.xray.";

    /** A line that names an exception, and perhaps those it was made from, before the message. */
    private static final Pattern HEADLINE =
            Pattern.compile("(?:Caused by: )?[\\w.$]+: (?:[\\w.$]+(?:Exception|Error)(?:: |$))*(.*)");

    private final ServiceComponentRuntime runtime;

    ComponentStates(ServiceComponentRuntime runtime) {
        this.runtime = runtime;
    }

    /** A part for each problem of an enabled component in a bundle whose symbolic name begins with {@value #OURS}. */
    List<Part> problems() {
        List<Part> problems = new ArrayList<>();
        for (ComponentDescriptionDTO component : runtime.getComponentDescriptionDTOs()) {
            boolean counts = component.bundle.symbolicName.startsWith(OURS)
                    && component.factory == null
                    && runtime.isComponentEnabled(component);
            if (counts) {
                problems(component).forEach(why -> problems.add(new Part(name(component), Optional.of(why))));
            }
        }
        return problems;
    }

    private Stream<String> problems(ComponentDescriptionDTO component) {
        List<ComponentConfigurationDTO> configurations = List.copyOf(runtime.getComponentConfigurationDTOs(component));
        boolean waits = configurations.isEmpty() && "require".equals(component.configurationPolicy);
        return waits
                ? Stream.of("It waits for its configuration.")
                : configurations.stream().flatMap(configuration -> problem(configuration).stream());
    }

    private static Optional<String> problem(ComponentConfigurationDTO configuration) {
        return switch (configuration.state) {
            case ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION -> Optional.of("It waits for its configuration.");
            case ComponentConfigurationDTO.UNSATISFIED_REFERENCE -> Optional.of(missing(configuration));
            case ComponentConfigurationDTO.FAILED_ACTIVATION -> Optional.of(firstSentence(configuration.failure));
            default -> Optional.empty();
        };
    }

    private static String missing(ComponentConfigurationDTO configuration) {
        return Stream.of(configuration.unsatisfiedReferences)
                .map(reference -> service(configuration.description, reference))
                .collect(Collectors.joining(" and ", "It waits for ", "."));
    }

    private static String service(ComponentDescriptionDTO component, UnsatisfiedReferenceDTO missing) {
        String type = Stream.of(component.references)
                .filter(reference -> reference.name.equals(missing.name))
                .map((ReferenceDTO reference) -> reference.interfaceName)
                .findFirst()
                .orElse(missing.name);
        return missing.target == null || missing.target.isBlank() ? type : type + " with " + missing.target;
    }

    /**
     * What the outermost exception that says something says, up to the end of its first sentence. {@code failure} is a stack
     * trace that begins with the runtime's own exceptions.
     */
    static String firstSentence(String failure) {
        return failure.lines()
                .map(HEADLINE::matcher)
                .filter(Matcher::matches)
                .map(headline -> headline.group(1).strip())
                .filter(message -> !message.isEmpty())
                .findFirst()
                .map(message -> message.contains(". ") ? message.substring(0, message.indexOf(". ") + 1) : message)
                .orElse("It failed to start.");
    }

    private static String name(ComponentDescriptionDTO component) {
        return component.name.startsWith(OURS) ? component.name.substring(OURS.length()) : component.name;
    }
}
