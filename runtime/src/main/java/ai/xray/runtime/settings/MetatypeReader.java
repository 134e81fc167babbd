package ai.xray.runtime.settings;

import static ai.xray.runtime.settings.BundleXml.attribute;

import ai.xray.runtime.settings.Setting.Binding;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamReader;

/** The settings of one metatype document (OSGi Compendium, chapter 105). */
final class MetatypeReader implements BundleXml.Elements {
    /** An attribute of an object class, until the designate says whose it is. */
    private record Attribute(
            String id,
            String name,
            String type,
            boolean list,
            String defaultValue,
            String description,
            Optional<BigDecimal> least,
            Optional<BigDecimal> most,
            List<String> options) {
        Setting bound(String pid) {
            return new Setting(
                    name,
                    Setting.Type.valueOf(type.toUpperCase(Locale.ROOT)),
                    list,
                    defaultValue,
                    description,
                    options,
                    least,
                    most,
                    List.of(new Binding(pid, id)));
        }
    }

    private final Map<String, List<Attribute>> classes = new LinkedHashMap<>();
    private final Map<String, String> pids = new LinkedHashMap<>();
    private List<Attribute> attributes = List.of();
    private String pid = "";

    @Override
    public void element(XMLStreamReader xml) {
        switch (xml.getLocalName()) {
            case "OCD" -> {
                attributes = new ArrayList<>();
                classes.put(attribute(xml, "id"), attributes);
            }
            case "AD" -> attributes.add(declared(xml));
            case "Option" -> attributes.getLast().options().add(attribute(xml, "value"));
            case "Designate" -> pid = attribute(xml, "pid") + attribute(xml, "factoryPid");
            case "Object" -> pids.put(attribute(xml, "ocdref"), pid);
            default -> {}
        }
    }

    /** The settings, once the document is read. */
    List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        classes.forEach((id, declared) ->
                declared.forEach(attribute -> settings.add(attribute.bound(pids.getOrDefault(id, "")))));
        return settings;
    }

    private static Attribute declared(XMLStreamReader xml) {
        String cardinality = attribute(xml, "cardinality");
        return new Attribute(
                attribute(xml, "id"),
                attribute(xml, "name"),
                attribute(xml, "type"),
                !cardinality.isEmpty() && !cardinality.equals("0"),
                attribute(xml, "default"),
                attribute(xml, "description"),
                bound(xml, "min"),
                bound(xml, "max"),
                new ArrayList<>());
    }

    private static Optional<BigDecimal> bound(XMLStreamReader xml, String name) {
        return Optional.of(attribute(xml, name)).filter(text -> !text.isEmpty()).map(BigDecimal::new);
    }
}
