package ai.xray.embedder.vertex;

import ai.xray.contracts.EmbedderContract;
import ai.xray.fakes.FakeGoogleTokens;
import ai.xray.fakes.FakeVertex;
import ai.xray.remote.Limits;
import ai.xray.search.Embedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class VertexEmbedderContractTest extends EmbedderContract {
    private final FakeGoogleTokens google = new FakeGoogleTokens(InstantSource.system());
    private final FakeVertex fake = new FakeVertex("project", "global", "gemini-embedding-001", google, "");
    private final List<VertexEmbedder> opened = new ArrayList<>();

    @TempDir
    private Path home;

    @AfterEach
    void close() {
        opened.forEach(VertexEmbedder::close);
        fake.close();
        google.close();
    }

    @Override
    protected Embedder embedder() throws IOException {
        Path key = Files.writeString(home.resolve("key.json"), google.serviceAccountFile());
        DefaultCredentials credentials = new DefaultCredentials(
                Map.of("GOOGLE_APPLICATION_CREDENTIALS", key.toString()), home, InstantSource.system());
        opened.add(new VertexEmbedder(
                VertexModel.of("", 0, maxInputChars(), "project", "global"),
                Optional.of(fake.address()),
                credentials,
                Limits.STANDARD));
        return opened.getLast();
    }

    @Override
    protected int maxInputChars() {
        return 2000;
    }

    @Override
    protected double tolerance() {
        return 0;
    }
}
