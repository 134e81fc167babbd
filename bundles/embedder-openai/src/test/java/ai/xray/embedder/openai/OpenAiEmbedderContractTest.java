package ai.xray.embedder.openai;

import ai.xray.contracts.EmbedderContract;
import ai.xray.fakes.FakeEmbeddings;
import ai.xray.remote.Access;
import ai.xray.remote.ApiKey;
import ai.xray.remote.EmbeddingModel;
import ai.xray.remote.Limits;
import ai.xray.search.Embedder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class OpenAiEmbedderContractTest extends EmbedderContract {
    private final FakeEmbeddings fake = new FakeEmbeddings("model", 768, "");
    private final List<OpenAiEmbedder> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(OpenAiEmbedder::close);
        fake.close();
    }

    @Override
    protected Embedder embedder() {
        Access access =
                new Access("embedding-endpoint", fake.address().toString(), new ApiKey("embedding-api-key", "", ""));
        opened.add(
                new OpenAiEmbedder(access, new EmbeddingModel("openai", "model", 0, maxInputChars()), Limits.STANDARD));
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
