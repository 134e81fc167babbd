package ai.xray.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.health.Readiness;
import ai.xray.rest.ReadOnlyRoute.Reply;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.dto.BundleDTO;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.util.promise.Promise;
import org.osgi.util.promise.Promises;

class ReadyRouteTest {
    private static final Readiness MEMORY = part("memory", Optional.empty());

    @Test
    void readyWhenEveryPartIs() {
        Reply reply = ask(new Components(), MEMORY, part("search", Optional.empty()));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body())
                .containsEntry("status", "ready")
                .containsEntry("parts", List.of(ready("memory"), ready("search")));
    }

    @Test
    void onePartThatCannotServeIsEnoughNotToBeReady() {
        Reply reply = ask(new Components(), MEMORY, part("search", Optional.of("The index is loading.")));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.body())
                .containsEntry("status", "not ready")
                .containsEntry("parts", List.of(ready("memory"), unready("search", "The index is loading.")));
    }

    @Test
    void serverWithoutMemoryIsNotReady() {
        assertThat(ask(new Components()).body())
                .containsEntry("parts", List.of(unready("memory", "There is no memory service.")));
    }

    @Test
    void partThatFailsToTellIsNotReady() {
        Reply reply = ask(new Components(), new Readiness() {
            @Override
            public String part() {
                return "memory";
            }

            @Override
            public Optional<String> problem() {
                throw new IllegalStateException("an inner secret");
            }
        });

        assertThat(reply.body())
                .containsEntry("parts", List.of(unready("memory", "It failed to tell whether it is ready.")));
    }

    @Test
    void onlyOwnEnabledComponentsCount() {
        ComponentDescriptionDTO foreign = component("org.example.other", "org.example.Other", "require");
        ComponentDescriptionDTO factory = component("ai.xray.x", "ai.xray.x.Factory", "require");
        factory.factory = "made.by.hand";
        ComponentDescriptionDTO disabled = component("ai.xray.x", "ai.xray.x.Disabled", "require");
        disabled.defaultEnabled = false;
        ComponentDescriptionDTO lazy = component("ai.xray.x", "ai.xray.x.Lazy", "optional");

        assertThat(ask(new Components(foreign, factory, disabled, lazy), MEMORY).status())
                .isEqualTo(200);
    }

    @Test
    void ownComponentWithoutItsConfigurationIsNotReady() {
        Reply reply = ask(new Components(component("ai.xray.x", "ai.xray.x.Store", "require")), MEMORY);

        assertThat(reply.body())
                .containsEntry(
                        "parts", List.of(ready("memory"), unready("x.Store", "It waits for its configuration.")));
    }

    private static Reply ask(ServiceComponentRuntime runtime, Readiness... parts) {
        return new ReadyRoute(runtime, List.of(parts)).reply();
    }

    private static Readiness part(String name, Optional<String> problem) {
        return new Readiness() {
            @Override
            public String part() {
                return name;
            }

            @Override
            public Optional<String> problem() {
                return problem;
            }
        };
    }

    private static Map<String, Object> ready(String part) {
        return Map.of("part", part, "ready", true);
    }

    private static Map<String, Object> unready(String part, String problem) {
        return Map.of("part", part, "ready", false, "problem", problem);
    }

    private static ComponentDescriptionDTO component(String bundle, String name, String policy) {
        ComponentDescriptionDTO component = new ComponentDescriptionDTO();
        component.bundle = new BundleDTO();
        component.bundle.symbolicName = bundle;
        component.name = name;
        component.configurationPolicy = policy;
        component.defaultEnabled = true;
        return component;
    }

    /** A component runtime with descriptions and no configurations of them. */
    private static final class Components implements ServiceComponentRuntime {
        private final List<ComponentDescriptionDTO> components;

        Components(ComponentDescriptionDTO... components) {
            this.components = Arrays.asList(components);
        }

        @Override
        public Collection<ComponentDescriptionDTO> getComponentDescriptionDTOs(Bundle... bundles) {
            return components;
        }

        @Override
        public ComponentDescriptionDTO getComponentDescriptionDTO(Bundle bundle, String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Collection<ComponentConfigurationDTO> getComponentConfigurationDTOs(ComponentDescriptionDTO component) {
            return List.of();
        }

        @Override
        public boolean isComponentEnabled(ComponentDescriptionDTO component) {
            return component.defaultEnabled;
        }

        @Override
        public Promise<Void> enableComponent(ComponentDescriptionDTO component) {
            return Promises.resolved(null);
        }

        @Override
        public Promise<Void> disableComponent(ComponentDescriptionDTO component) {
            return Promises.resolved(null);
        }
    }
}
