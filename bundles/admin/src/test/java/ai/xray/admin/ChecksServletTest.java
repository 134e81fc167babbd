package ai.xray.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.health.Readiness;
import ai.xray.json.Json;
import ai.xray.memory.MemoryArchive;
import ai.xray.memory.MemoryArchive.Damage;
import ai.xray.search.SemanticIndex;
import ai.xray.search.SemanticIndex.Progress;
import ai.xray.search.SemanticIndexes;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChecksServletTest {
    private static final String PATH = "/v1/admin/checks";

    private final FakeArchive archive = new FakeArchive();
    private final List<Readiness> readiness = new CopyOnWriteArrayList<>();
    private final List<MemoryArchive> archives = new CopyOnWriteArrayList<>(List.of(archive));
    private final List<SemanticIndexes> meanings = new CopyOnWriteArrayList<>();
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        readiness.add(part("memory", Optional::empty));
        server = new AdminServer(
                PATH, new ChecksServlet(AdminServer.AUTHENTICATOR, new Turns(), readiness, archives, meanings));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void soundServerPassesEveryCheck() throws Exception {
        assertThat(checks())
                .containsExactly(
                        Check.passed("memory", "Ready."),
                        Check.passed("store", "All of it can be read."),
                        Check.passed("index", "It agrees with the store."));
    }

    @Test
    void whatKeepsTextsFromBeingFoundByMeaningFails() throws Exception {
        meanings.add(index(new Progress("static", 7, 2, Optional.empty())));
        meanings.add(index(new Progress("onnx", 0, 9, Optional.of("the model is away"))));

        assertThat(checks())
                .contains(
                        Check.passed("search by meaning", "7 texts have vectors, 2 wait for one."),
                        Check.failed("search by meaning", "the model is away"));
    }

    private static SemanticIndexes index(Progress progress) {
        return new SemanticIndexes() {
            @Override
            public <A> SemanticIndex<A> open(Texts texts) {
                throw new UnsupportedOperationException("only looked at");
            }

            @Override
            public List<Progress> progress() {
                return List.of(progress);
            }
        };
    }

    @Test
    void partThatIsNotReadyOrCannotTellFails() throws Exception {
        readiness.add(part("voice", () -> Optional.of("The key is missing.")));
        readiness.add(part("graph", () -> {
            throw new IllegalStateException("inner secret");
        }));

        assertThat(checks())
                .contains(
                        Check.failed("voice", "The key is missing."),
                        Check.failed("graph", "It failed to tell whether it is ready."));
    }

    @Test
    void damageIsToldOfTheStoreOrOfTheIndex() throws Exception {
        archive.damage.addAll(List.of(
                new Damage(true, "Page 7 is torn."),
                new Damage(false, "2 cells are missing."),
                new Damage(true, "Page 9 is torn.")));

        assertThat(checks())
                .contains(
                        Check.failed("store", "Page 7 is torn. Page 9 is torn."),
                        Check.failed("index", "2 cells are missing."));
    }

    @Test
    void storeThatCannotBeReadFails() throws Exception {
        archive.beforeDamage = () -> {
            throw new IOException("the disk is gone");
        };

        assertThat(checks())
                .contains(
                        Check.failed("store", "It cannot be read: the disk is gone"),
                        Check.failed("index", "It cannot be compared with a store that cannot be read."));
    }

    @Test
    void withoutMemoryItAnswersAllTheSame() throws Exception {
        archives.clear();

        assertThat(checks())
                .containsExactly(
                        Check.passed("memory", "Ready."),
                        Check.failed("store", "There is no memory service; /readyz tells why."));
    }

    @Test
    void onlyAnAdministratorIsAnswered() throws Exception {
        for (Map.Entry<String, Integer> other :
                Map.of("Bearer agent", 403, "Bearer wrong", 401).entrySet()) {
            assertThat(server.send(server.request(PATH).setHeader("Authorization", other.getKey()))
                            .statusCode())
                    .isEqualTo(other.getValue());
        }
        assertThat(server.get(PATH + "?fast=true").statusCode()).isEqualTo(400);
    }

    private List<Check> checks() throws Exception {
        HttpResponse<String> reply = server.get(PATH);
        assertThat(reply.statusCode()).isEqualTo(200);
        List<?> checks = (List<?>) Json.readObject(reply.body()).get("checks");
        return checks.stream().map(ChecksServletTest::check).toList();
    }

    private static Check check(Object value) {
        Map<String, Object> fields = Json.asObject(value);
        assertThat(fields).containsOnlyKeys("part", "ok", "detail");
        return new Check((String) fields.get("part"), (Boolean) fields.get("ok"), (String) fields.get("detail"));
    }

    private static Readiness part(String name, Supplier<Optional<String>> problem) {
        return new Readiness() {
            @Override
            public String part() {
                return name;
            }

            @Override
            public Optional<String> problem() {
                return problem.get();
            }
        };
    }
}
