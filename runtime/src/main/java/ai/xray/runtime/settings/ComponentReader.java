package ai.xray.runtime.settings;

import static ai.xray.runtime.settings.BundleXml.attribute;

import ai.xray.runtime.settings.Setting.Binding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamReader;

/**
 * One component description (OSGi Compendium, chapter 112): what it provides, what it refers to, its {@code xray.name}, and
 * whether it can be given another configuration while it runs.
 */
final class ComponentReader implements BundleXml.Elements {
    private static final String FOLDER = "OSGI-INF/";

    private final Set<String> provides = new HashSet<>();
    private final Map<String, String> references = new HashMap<>();
    private String name = "";
    private String implementation = "";
    private boolean modifiable;

    /** The values of {@code xray.name} among the providers of the types that the references of {@code bindings} have. */
    static List<String> implementations(List<Path> jars, List<Binding> bindings) throws IOException {
        List<ComponentReader> components = readAll(jars);
        Set<String> wanted = new HashSet<>();
        for (ComponentReader component : components) {
            bindings.stream()
                    .filter(binding -> binding.choosesImplementation() && component.name.equals(binding.pid()))
                    .forEach(binding -> wanted.add(component.references.getOrDefault(binding.reference(), "")));
        }
        return components.stream()
                .filter(component -> !component.implementation.isEmpty()
                        && component.provides.stream().anyMatch(wanted::contains))
                .map(component -> component.implementation)
                .sorted()
                .distinct()
                .toList();
    }

    /** The names, which are also the PIDs, of the components that can be given another configuration while they run. */
    static Set<String> modifiable(List<Path> jars) throws IOException {
        return readAll(jars).stream()
                .filter(component -> component.modifiable)
                .map(component -> component.name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<ComponentReader> readAll(List<Path> jars) throws IOException {
        List<ComponentReader> components = new ArrayList<>();
        for (Path jar : jars) {
            BundleXml.readAll(jar, ComponentReader::isDescription, () -> {
                components.add(new ComponentReader());
                return components.getLast();
            });
        }
        return components;
    }

    private static boolean isDescription(String entry) {
        return entry.startsWith(FOLDER) && entry.endsWith(".xml") && entry.indexOf('/', FOLDER.length()) < 0;
    }

    @Override
    public void element(XMLStreamReader xml) {
        switch (xml.getLocalName()) {
            case "component" -> {
                name = attribute(xml, "name");
                modifiable = !attribute(xml, "modified").isEmpty();
            }
            case "provide" -> provides.add(attribute(xml, "interface"));
            case "reference" -> references.put(attribute(xml, "name"), attribute(xml, "interface"));
            case "property" -> {
                if (attribute(xml, "name").equals("xray.name")) {
                    implementation = attribute(xml, "value");
                }
            }
            default -> {}
        }
    }
}
