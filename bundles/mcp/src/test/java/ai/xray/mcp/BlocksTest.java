package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.xray.json.Json;
import ai.xray.tool.Content;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlocksTest {
    @Test
    void everyKindOfContentHasTheFormOfTheProtocol() {
        assertThat(Json.read(Blocks.array(List.of(
                        new Content.Text("words"),
                        new Content.Image("AA==", "image/png"),
                        new Content.Audio("AA==", "audio/wav"),
                        new Content.Resource("a:t", "text/plain", "text"),
                        new Content.Blob("a:b", "image/png", "AA=="),
                        new Content.Link("a:l", "name", "what", "text/plain")))))
                .isEqualTo(Json.read("""
                        [{"type":"text","text":"words"},
                         {"type":"image","data":"AA==","mimeType":"image/png"},
                         {"type":"audio","data":"AA==","mimeType":"audio/wav"},
                         {"type":"resource","resource":{"uri":"a:t","mimeType":"text/plain","text":"text"}},
                         {"type":"resource","resource":{"uri":"a:b","mimeType":"image/png","blob":"AA=="}},
                         {"type":"resource_link","uri":"a:l","name":"name","description":"what","mimeType":"text/plain"}]"""));
    }

    @Test
    void nothingIsAnEmptyArray() {
        assertThat(Blocks.array(List.of())).isEqualTo("[]");
    }
}
