package ai.xray.integration;

import ai.xray.harness.Distribution;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A bundle of the distribution under another name, whose services are preferred to those of the original. */
record CopiedBundle(String name) {
    private static final String RANKING = "<property name=\"service.ranking\" type=\"Integer\" value=\"100\"/>";

    /** Puts the copy at {@code file}, whole from the first moment. */
    void moveTo(Path file) throws IOException {
        Path part = Files.createTempFile(file.getParent().getParent(), "copy", ".part");
        Path original = Distribution.built().home().resolve("bundles").resolve(name + "-0.1.0.jar");
        try (JarFile jar = new JarFile(original.toFile());
                OutputStream out = Files.newOutputStream(part);
                JarOutputStream copy = new JarOutputStream(out, renamed(jar.getManifest()))) {
            for (JarEntry entry : jar.stream().toList()) {
                if (!entry.isDirectory() && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    copy.putNextEntry(new JarEntry(entry.getName()));
                    byte[] bytes = jar.getInputStream(entry).readAllBytes();
                    copy.write(isComponent(entry.getName()) ? preferred(bytes) : bytes);
                }
            }
        }
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static boolean isComponent(String entry) {
        return entry.matches("OSGI-INF/[^/]+\\.xml");
    }

    private static byte[] preferred(byte[] component) {
        return new String(component, StandardCharsets.UTF_8)
                .replaceFirst("(?=<service)", RANKING)
                .getBytes(StandardCharsets.UTF_8);
    }

    private Manifest renamed(Manifest original) {
        Manifest manifest = new Manifest(original);
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", name + ".copy");
        return manifest;
    }
}
