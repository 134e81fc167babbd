package ai.xray.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeLibrariesTest {
    @TempDir
    private Path home;

    private NativeLibraries libraries;
    private Path cache;

    @BeforeEach
    void open() {
        cache = home.resolve("cache/natives");
        libraries = new NativeLibraries(cache);
    }

    @Test
    void unpacksOncePerContent() throws IOException {
        Path first = libraries.unpack(library("one"));
        Object written = Files.getLastModifiedTime(first);
        Path again = libraries.unpack(library("one"));
        Path other = libraries.unpack(library("two"));

        assertThat(again).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(again)).isEqualTo(written);
        assertThat(other).isNotEqualTo(first).hasFileName("libthing.so").hasContent("two");
        assertThat(first).hasContent("one");
    }

    @Test
    void damagedFileIsReplaced() throws IOException {
        Path file = libraries.unpack(library("whole"));
        Files.writeString(file, "who");

        assertThat(libraries.unpack(library("whole"))).isEqualTo(file).hasContent("whole");
        assertThat(filesIn(file.getParent())).containsExactly(file);
    }

    @Test
    void manyMayUnpackAtOnce() throws Exception {
        URL resource = library("x".repeat(1 << 20));
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Path>> work = IntStream.range(0, 32)
                    .<Callable<Path>>mapToObj(i -> () -> libraries.unpack(resource))
                    .toList();
            for (Future<Path> unpacked : threads.invokeAll(work)) {
                assertThat(unpacked.get()).hasSize(1 << 20);
            }
        }
        assertThat(filesIn(cache)).hasSize(1);
    }

    @Test
    void whatIsNoLibraryIsRefusedInWords() throws IOException {
        URL resource = library("not a library");
        assertThatIOException()
                .isThrownBy(() -> libraries.load(resource))
                .withMessageContaining(cache.toString())
                .withMessageContaining("noexec");
    }

    @Test
    void directoryThatCannotBeMadeIsRefusedInWords() throws IOException {
        Files.createDirectories(cache.getParent());
        Files.writeString(cache, "a file");
        URL resource = library("one");
        assertThatIOException()
                .isThrownBy(() -> libraries.unpack(resource))
                .withMessageStartingWith("the native library libthing.so cannot be unpacked into " + cache);
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, LINUX_X64",
        "Linux, aarch64, LINUX_ARM64",
        "Mac OS X, aarch64, MACOS_ARM64",
    })
    void knowsItsPlatforms(String system, String processor, Platform platform) throws IOException {
        assertThat(Platform.of(system, processor)).isEqualTo(platform);
    }

    @ParameterizedTest
    @CsvSource({"Windows 11, amd64", "Linux, riscv64", "Mac OS X, x86_64"})
    void saysWhichPlatformsThereAre(String system, String processor) {
        assertThatIOException()
                .isThrownBy(() -> Platform.of(system, processor))
                .withMessage(
                        "there are native libraries for Linux on x64 and arm64 and for macOS on arm64, but this is %s on %s",
                        system, processor);
    }

    private URL library(String content) throws IOException {
        Path jar = Files.createTempDirectory(home, "jar");
        return Files.writeString(jar.resolve("libthing.so"), content, StandardCharsets.UTF_8)
                .toUri()
                .toURL();
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
