package ai.xray.integration;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.harness.Distribution;
import ai.xray.harness.Era;
import ai.xray.harness.Exited;
import ai.xray.harness.McpClient;
import ai.xray.harness.MemoryTools;
import ai.xray.harness.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code xray serve} answers to an operator who asks for what cannot be. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WrongInvocationIT {
    private static final int USAGE = 2;
    private static final int UNAVAILABLE = 3;

    @TempDir
    private Path folder;

    private Path dataDir;

    @BeforeEach
    void chooseDataDir() {
        dataDir = folder.resolve("data");
    }

    @ParameterizedTest
    @CsvSource({
        "--listne, 127.0.0.1:0, listen",
        "--max-request-byte, 1000, max-request-bytes",
        "--features, amdin, admin",
        "--store, sqlit, sqlite",
        "--log-level, wrning, warning",
    })
    void anUnknownNameIsRefusedWithTheClosestOne(String flag, String value, String closest) throws Exception {
        Sentences.requireRefused(serve("--dev", flag, value), USAGE, closest);
        assertThat(stored()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--max-request-bytes, many",
        "--max-request-bytes, -1",
        "--listen, localhost",
        "--listen, 127.0.0.1:99999",
        "--listen, 127.0.0.1:-1",
        "--config, no-such-file.yaml",
    })
    void aValueThatIsNotAllowedIsRefusedNamingItsFlag(String flag, String value) throws Exception {
        Sentences.requireRefused(serve("--dev", flag, value), USAGE, flag, value);
        assertThat(stored()).isEmpty();
    }

    @Test
    void anUnknownKeyOfTheConfigurationFileIsRefusedWithTheClosestOne() throws Exception {
        Path config = Files.writeString(folder.resolve("xray.yaml"), "max-request-byte: 1000\n");
        Sentences.requireRefused(
                serve("--dev", "--config", config.toString()), USAGE, "max-request-byte", "max-request-bytes");
    }

    @Test
    void aConfigurationFileThatIsNotYamlIsRefused() throws Exception {
        Path config = Files.writeString(folder.resolve("xray.yaml"), "listen: [\n");
        Sentences.requireRefused(serve("--dev", "--config", config.toString()), USAGE, "xray.yaml");
    }

    @Test
    void theConfigurationFileOfTheDataDirectoryIsReadToo() throws Exception {
        Files.createDirectories(dataDir);
        Files.writeString(dataDir.resolve("xray.yaml"), "stor: sqlite\n");
        Sentences.requireRefused(serve("--dev"), USAGE, "stor", "store");
    }

    @Test
    void developmentModeOutsideOfLoopbackIsRefused() throws Exception {
        Sentences.requireRefused(serve("--dev", "--listen", "0.0.0.0:0"), USAGE, "--dev", "--listen");
    }

    @Test
    void anUnknownCommandIsRefusedWithTheClosestOne() throws Exception {
        Sentences.requireRefused(Distribution.built().run("serv"), USAGE, "serv", "serve");
    }

    @Test
    void aTakenPortIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            Sentences.requireRefused(serve("--dev", "--listen", address), UNAVAILABLE, "--listen", address);
        }
    }

    @Test
    void aDataDirectoryThatCannotBeIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        dataDir = file;
        Sentences.requireRefused(serve("--dev"), UNAVAILABLE, "--data-dir", file.toString());
        dataDir = file.resolve("data");
        Sentences.requireRefused(serve("--dev"), UNAVAILABLE, "--data-dir", dataDir.toString());
        dataDir = Path.of("/proc/xray");
        Sentences.requireRefused(serve("--dev"), UNAVAILABLE, "--data-dir", dataDir.toString());
    }

    @Test
    void aDataDirectoryOfAnotherServerIsRefusedAndThatServerGoesOn() throws Exception {
        try (ServerProcess server = Distribution.built().serve(dataDir)) {
            Sentences.requireRefused(serve("--dev"), UNAVAILABLE, "--data-dir", dataDir.toString());
            try (McpClient client = McpClient.connect(server.baseUri(), Era.STATELESS)) {
                MemoryTools memory = new MemoryTools(client);
                String id = memory.note("Still here", "The second server took nothing.");
                assertThat(memory.search("still here")).containsExactly(id);
            }
        }
    }

    @Test
    void aDataDirectoryOfANewerServerIsRefusedUntouched() throws Exception {
        Files.createDirectories(dataDir);
        Files.writeString(dataDir.resolve("version"), "99999\n");
        Sentences.requireRefused(serve("--dev"), UNAVAILABLE, "--data-dir", dataDir.toString(), "99999");
        assertThat(dataDir.resolve("version")).hasContent("99999");
        assertThat(stored()).isEmpty();
    }

    private Exited serve(String... flags) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("serve", "--data-dir", dataDir.toString()));
        arguments.addAll(List.of(flags));
        if (!arguments.contains("--listen")) {
            arguments.addAll(List.of("--listen", "127.0.0.1:0"));
        }
        return Distribution.built().run(arguments.toArray(String[]::new));
    }

    /** Files of the data directory that a store may have made. */
    private List<Path> stored() throws IOException {
        if (!Files.exists(dataDir)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(dataDir)) {
            return files.filter(file -> file.getFileName().toString().matches(".*\\.(db|sqlite).*"))
                    .toList();
        }
    }
}
