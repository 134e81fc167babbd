package ai.xray.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.memory.EditableMemory;
import ai.xray.memory.Kind;
import ai.xray.memory.Memory;
import ai.xray.memory.SearchReply;
import ai.xray.memory.SearchReply.Result;
import ai.xray.memory.SearchRequest;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SearchServletTest {
    private static final String PATH = "/v1/admin/memory/search";

    private final List<SearchRequest> asked = new ArrayList<>();
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        server = new AdminServer(PATH, new SearchServlet(AdminServer.AUTHENTICATOR, memory()));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void whatIsAskedReachesMemoryAndWhatItFindsIsTold() throws Exception {
        HttpResponse<String> reply =
                server.get(PATH + "?q=a%20b&kinds=note,event&kinds=watch_item&tags=x&tags=y,z&subject=s&limit=99");

        assertThat(asked)
                .containsExactly(new SearchRequest(
                        "a b",
                        Set.of(Kind.NOTE, Kind.EVENT, Kind.WATCH_ITEM),
                        Optional.of("s"),
                        List.of("x", "y,z"),
                        50,
                        false));
        Map<String, Object> body = Json.readObject(reply.body());
        assertThat(body).containsEntry("mode", "lexical").containsEntry("degraded", "it is slow");
        assertThat(Json.asObject(((List<?>) body.get("results")).getFirst()))
                .containsEntry("id", "c1")
                .containsEntry("matched", List.of("lexical"))
                .containsEntry("collapsed", 2L)
                .containsEntry("truncated", true);
    }

    @Test
    void tenAreFoundUnlessMoreAreAskedFor() throws Exception {
        server.get(PATH + "?q=a");
        assertThat(asked).singleElement().extracting(SearchRequest::limit).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kinds=note        | q: is missing
            q=a&limit=0       | limit: must be a whole number from 1 to 50
            q=a&limit=x       | limit: must be a whole number from 1 to 50
            q=a&kinds=nte     | Did you mean 'note'?
            q=a&kinds=        | kinds: '' is not known
            q=a&q=b           | q: is given 2 times
            q=a&kind=note     | Did you mean 'kinds'?
            """)
    void wrongQuestionsAreRefusedInASentence(String query, String sentence) throws Exception {
        HttpResponse<String> reply = server.get(PATH + "?" + query);

        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(Json.readObject(reply.body()).get("detail")).asString().contains(sentence);
        assertThat(asked).isEmpty();
    }

    @Test
    void onlyAnAdministratorSearchesHere() throws Exception {
        assertThat(server.send(server.request(PATH + "?q=a").setHeader("Authorization", "Bearer agent"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(asked).isEmpty();
    }

    private Memory memory() {
        SearchReply reply = new SearchReply(
                List.of(new Result(FakeArchive.cell("c1"), 0.5, List.of("lexical"), 2, true)),
                "lexical",
                50,
                Optional.of("it is slow"));
        // A proxy, for of all that memory can do a search is the one thing that may be asked of it here.
        EditableMemory agent = (EditableMemory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {EditableMemory.class}, (proxy, method, arguments) -> {
                    asked.add((SearchRequest) arguments[0]);
                    return reply;
                });
        return author -> agent;
    }
}
