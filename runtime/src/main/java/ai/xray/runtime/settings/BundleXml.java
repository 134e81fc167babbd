package ai.xray.runtime.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The XML documents that bnd writes into bundles. No document type, no outside entity is ever read. */
final class BundleXml {
    private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

    static {
        FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    }

    /** Looks at the elements of one document, in their order. */
    interface Elements {
        /** The reader stands at the start of an element. */
        void element(XMLStreamReader xml);
    }

    /** Makes what looks at the next document. */
    interface Documents {
        Elements next();
    }

    private BundleXml() {}

    /** Reads every document of a jar whose entry's name is wanted. */
    static void readAll(Path jar, Predicate<String> wanted, Documents documents) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> entries =
                    zip.stream().filter(entry -> wanted.test(entry.getName())).toList();
            for (ZipEntry entry : entries) {
                try (InputStream document = zip.getInputStream(entry)) {
                    read(jar + "!/" + entry.getName(), document, documents.next());
                }
            }
        }
    }

    /** Reads one document. */
    static void read(String name, InputStream document, Elements elements) throws IOException {
        try {
            XMLStreamReader xml = FACTORY.createXMLStreamReader(document);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    elements.element(xml);
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException("the document %s cannot be read: %s".formatted(name, e.getMessage()), e);
        }
    }

    /** The attribute's value, empty where there is none. */
    static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }
}
