package ai.xray.runtime.settings;

import ai.xray.runtime.settings.Setting.Binding;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the settings of one metatype document (OSGi Compendium, chapter 105). */
final class MetatypeReader {
    private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

    static {
        FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    }

    /** The attributes of an object class, until the designate says whose they are. */
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

    private MetatypeReader() {}

    static List<Setting> read(InputStream document) throws IOException {
        try {
            return new MetatypeReader().parse(FACTORY.createXMLStreamReader(document));
        } catch (XMLStreamException e) {
            throw new IOException("a metatype document cannot be read: " + e.getMessage(), e);
        }
    }

    private List<Setting> parse(XMLStreamReader xml) throws XMLStreamException {
        List<Attribute> attributes = List.of();
        String pid = "";
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (xml.getLocalName()) {
                case "OCD" -> {
                    attributes = new ArrayList<>();
                    classes.put(xml.getAttributeValue(null, "id"), attributes);
                }
                case "AD" -> attributes.add(attribute(xml));
                case "Option" -> attributes.getLast().options().add(xml.getAttributeValue(null, "value"));
                case "Designate" ->
                    pid = Optional.ofNullable(xml.getAttributeValue(null, "pid"))
                            .orElseGet(() -> xml.getAttributeValue(null, "factoryPid"));
                case "Object" -> pids.put(xml.getAttributeValue(null, "ocdref"), pid);
                default -> {}
            }
        }
        List<Setting> settings = new ArrayList<>();
        classes.forEach((id, declared) ->
                declared.forEach(attribute -> settings.add(attribute.bound(pids.getOrDefault(id, "")))));
        return settings;
    }

    private static Attribute attribute(XMLStreamReader xml) {
        String cardinality = xml.getAttributeValue(null, "cardinality");
        return new Attribute(
                xml.getAttributeValue(null, "id"),
                xml.getAttributeValue(null, "name"),
                xml.getAttributeValue(null, "type"),
                cardinality != null && !"0".equals(cardinality),
                text(xml, "default"),
                text(xml, "description"),
                Optional.ofNullable(xml.getAttributeValue(null, "min")).map(BigDecimal::new),
                Optional.ofNullable(xml.getAttributeValue(null, "max")).map(BigDecimal::new),
                new ArrayList<>());
    }

    private static String text(XMLStreamReader xml, String attribute) {
        String value = xml.getAttributeValue(null, attribute);
        return value == null ? "" : value;
    }
}
