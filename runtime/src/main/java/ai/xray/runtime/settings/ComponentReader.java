package ai.xray.runtime.settings;

import ai.xray.runtime.settings.Setting.Binding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Finds in component descriptions (OSGi Compendium, chapter 112) which implementations a reference may be given. */
final class ComponentReader {
    private static final String COMPONENTS = "OSGI-INF/";
    private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

    static {
        FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    }

    /** What one description tells: its name, its {@code xray.name}, what it provides, and the types of its references. */
    private static final class Component {
        private String name = "";
        private String implementation = "";
        private final Set<String> provides = new HashSet<>();
        private final Map<String, String> references = new HashMap<>();
    }

    private ComponentReader() {}

    /** The values of {@code xray.name} among the providers of the types that the references of {@code bindings} have. */
    static List<String> implementations(List<Path> jars, List<Binding> bindings) throws IOException {
        List<Component> components = new ArrayList<>();
        for (Path jar : jars) {
            components.addAll(read(jar));
        }
        Set<String> wanted = new HashSet<>();
        for (Component component : components) {
            for (Binding binding : bindings) {
                if (binding.choosesImplementation() && component.name.equals(binding.pid())) {
                    wanted.add(component.references.getOrDefault(binding.reference(), ""));
                }
            }
        }
        return components.stream()
                .filter(component -> !component.implementation.isEmpty()
                        && component.provides.stream().anyMatch(wanted::contains))
                .map(component -> component.implementation)
                .sorted()
                .distinct()
                .toList();
    }

    private static List<Component> read(Path jar) throws IOException {
        List<Component> components = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> entries = zip.stream()
                    .filter(entry -> entry.getName().startsWith(COMPONENTS)
                            && entry.getName().endsWith(".xml")
                            && entry.getName().indexOf('/', COMPONENTS.length()) < 0)
                    .toList();
            for (ZipEntry entry : entries) {
                try (InputStream document = zip.getInputStream(entry)) {
                    components.add(parse(FACTORY.createXMLStreamReader(document)));
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException("a component description in %s cannot be read: %s".formatted(jar, e.getMessage()), e);
        }
        return components;
    }

    private static Component parse(XMLStreamReader xml) throws XMLStreamException {
        Component component = new Component();
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (xml.getLocalName()) {
                case "component" -> component.name = attribute(xml, "name");
                case "provide" -> component.provides.add(attribute(xml, "interface"));
                case "reference" -> component.references.put(attribute(xml, "name"), attribute(xml, "interface"));
                case "property" -> {
                    if (attribute(xml, "name").equals("xray.name")) {
                        component.implementation = attribute(xml, "value");
                    }
                }
                default -> {}
            }
        }
        return component;
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }
}
