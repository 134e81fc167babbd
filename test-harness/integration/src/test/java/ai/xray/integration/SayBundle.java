package ai.xray.integration;

import ai.xray.integration.say.Say;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A bundle as a third party would make it: one tool, declared to the component runtime.
 *
 * @param version of the bundle, for example {@code 1.0.0}
 * @param tool the name of its tool
 * @param answer what the tool says
 */
record SayBundle(String version, String tool, String answer) {
    private static final String CLASS = Say.class.getName().replace('.', '/') + ".class";

    /** Puts the bundle at {@code file}, whole from the first moment, in the place of what was there. */
    void moveTo(Path file) throws IOException {
        Path part = Files.createTempFile(file.getParent().getParent(), "say", ".part");
        write(part);
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private void write(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest());
                InputStream code = Say.class.getClassLoader().getResourceAsStream(CLASS)) {
            jar.putNextEntry(new JarEntry("OSGI-INF/say.xml"));
            jar.write(component().getBytes(StandardCharsets.UTF_8));
            jar.putNextEntry(new JarEntry(CLASS));
            code.transferTo(jar);
        }
    }

    private String component() {
        return """
            <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="%1$s" init="1">
              <implementation class="%1$s"/>
              <service><provide interface="ai.xray.tool.Tool"/></service>
              <property name="tool.name" value="%2$s"/>
              <property name="answer" value="%3$s"/>
            </scr:component>
            """.formatted(Say.class.getName(), tool, answer);
    }

    private Manifest manifest() {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", "ai.xray.integration.say");
        headers.putValue("Bundle-Version", version);
        headers.putValue("Import-Package", "ai.xray.tool;version=\"[1.0,2)\"");
        headers.putValue("Service-Component", "OSGI-INF/say.xml");
        return manifest;
    }
}
