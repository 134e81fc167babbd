package ai.xray.rest;

import ai.xray.health.Readiness;
import jakarta.servlet.Servlet;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code /readyz}: whether every part can serve, and which cannot and why. Parts are the {@link Readiness} services, those
 * without which there is no server at all, and our components that did not start.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/readyz")
public final class ReadyRoute extends ReadOnlyRoute {
    private static final long serialVersionUID = 1L;

    /** Parts that must be there. */
    private static final List<String> REQUIRED = List.of("memory");

    private static final System.Logger LOG = System.getLogger(ReadyRoute.class.getName());

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private final transient List<Readiness> readiness;

    private final transient ComponentStates components;

    @Activate
    public ReadyRoute(@Reference ServiceComponentRuntime runtime) {
        this(runtime, new CopyOnWriteArrayList<>());
    }

    ReadyRoute(ServiceComponentRuntime runtime, List<Readiness> readiness) {
        this.components = new ComponentStates(runtime);
        this.readiness = readiness;
    }

    @Override
    Reply reply() {
        List<Part> parts = parts();
        boolean ready = parts.stream().allMatch(part -> part.problem().isEmpty());
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", ready ? "ready" : "not ready");
        body.put("parts", parts.stream().map(Part::toJson).toList());
        return new Reply(ready ? 200 : 503, body);
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        readiness.forEach(part -> parts.add(new Part(part.part(), problem(part))));
        for (String required : REQUIRED) {
            if (parts.stream().noneMatch(part -> part.name().equals(required))) {
                parts.add(new Part(required, Optional.of("There is no %s service.".formatted(required))));
            }
        }
        parts.addAll(components.problems());
        return parts;
    }

    private static Optional<String> problem(Readiness part) {
        try {
            return part.problem();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The part " + part.part() + " failed to tell whether it is ready.", e);
            return Optional.of("It failed to tell whether it is ready.");
        }
    }
}
