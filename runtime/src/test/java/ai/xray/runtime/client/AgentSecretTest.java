package ai.xray.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.xray.runtime.server.UnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentSecretTest {
    @TempDir
    private Path home;

    @Test
    void isMadeOnceForItsOwnerAlone() throws Exception {
        Path file = AgentSecret.in(home.resolve("new/data"));
        String secret = Files.readString(file);

        assertThat(secret.strip()).hasSize(43);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(AgentSecret.in(home.resolve("new/data")))).isEqualTo(secret);
        assertThat(Files.readString(AgentSecret.in(home.resolve("other")))).isNotEqualTo(secret);
    }

    @Test
    void placeThatCannotBeWrittenIsToldInASentence() throws Exception {
        Path file = Files.writeString(home.resolve("file"), "");

        assertThatThrownBy(() -> AgentSecret.in(file))
                .isInstanceOf(UnavailableException.class)
                .hasMessageStartingWith("--data-dir: ");
    }
}
