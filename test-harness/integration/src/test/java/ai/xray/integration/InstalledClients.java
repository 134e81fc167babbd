package ai.xray.integration;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.xray.harness.NodeClients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Decides whether a test that needs the Node clients fails or is skipped where they are not installed. */
final class InstalledClients {
    private InstalledClients() {}

    static NodeClients orSkip(Path home) throws IOException, InterruptedException {
        Optional<NodeClients> clients = NodeClients.find(home);
        if (NodeClients.mustBeThere()) {
            return clients.orElseThrow(
                    () -> new AssertionError("the clients are not installed; run test-harness/clients/install"));
        }
        assumeTrue(
                clients.isPresent(), "there is no Node of version 22 or later, or npm could not install the clients");
        return clients.orElseThrow();
    }
}
