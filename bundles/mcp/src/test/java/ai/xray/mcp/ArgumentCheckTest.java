package ai.xray.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.tool.Schema;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentCheckTest {
    private static final Map<String, Object> SCHEMA = Schema.object()
            .required("query", Schema.string("Words.").length(1, 5))
            .optional("kind", Schema.string("Which.").oneOf(List.of("note", "fact")))
            .optional("limit", Schema.integer("How many.").with("minimum", 1))
            .optional("weight", Schema.number("How much.").between(0, 1))
            .optional("exact", Schema.bool("Whether."))
            .optional(
                    "tags",
                    Schema.list("Words.", Schema.string("A word.").length(1, 3))
                            .with("minItems", 1)
                            .with("maxItems", 2))
            .optional(
                    "place",
                    Schema.object().required("name", Schema.string("Name.")).optional("size", Schema.integer("Size.")))
            .optional("data", Schema.anyObject("Anything."))
            .build();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'query':'a'}",
                "{'query':'abcde'}",
                "{'query':'\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00'}",
                "{'query':'a','kind':null,'limit':null,'tags':null,'place':null}",
                "{'query':'a','kind':'fact','limit':1,'weight':0.5,'exact':true}",
                "{'query':'a','weight':1}",
                "{'query':'a','limit':5.0}",
                "{'query':'a','tags':['abc','x']}",
                "{'query':'a','place':{'name':'here','size':null}}",
                "{'query':'a','data':{'any':[{'thing':null}]}}"
            })
    void whatFitsPasses(String arguments) {
        assertThatCode(() -> ArgumentCheck.check(SCHEMA, parse(arguments))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | query | query: is required and missing.",
                "{'query':null} | query | query: is required and missing.",
                "{'query':7} | query | query: is an integer; allowed: string.",
                "{'query':''} | query | query: has 0 characters; at least 1 are needed.",
                "{'query':'abcdef'} | query | query: has 6 characters; at most 5 are allowed.",
                "{'query':'a','limit':0} | limit | limit: is 0; at least 1 is needed.",
                "{'query':'a','limit':-99999999999999999999} | limit | limit: is -99999999999999999999; at least 1 is needed.",
                "{'query':'a','limit':1.5} | limit | limit: is a number with a fraction; allowed: integer.",
                "{'query':'a','limit':'5'} | limit | limit: is a string; allowed: integer.",
                "{'query':'a','weight':1.01} | weight | weight: is 1.01; at most 1 is allowed.",
                "{'query':'a','exact':'yes'} | exact | exact: is a string; allowed: boolean.",
                "{'query':'a','tags':'x'} | tags | tags: is a string; allowed: array.",
                "{'query':'a','tags':[]} | tags | tags: has 0 items; at least 1 are needed.",
                "{'query':'a','tags':['a','b','c']} | tags | tags: has 3 items; at most 2 are allowed.",
                "{'query':'a','tags':['a',null]} | tags[1] | tags[1]: is null; allowed: string.",
                "{'query':'a','tags':['a','toolong']} | tags[1] | tags[1]: has 7 characters; at most 3 are allowed.",
                "{'query':'a','place':{}} | place.name | place.name: is required and missing.",
                "{'query':'a','place':{'name':[]}} | place.name | place.name: is an array; allowed: string.",
                "{'query':'a','place':[]} | place | place: is an array; allowed: object."
            })
    void whatDoesNotFitIsNamedInOneSentence(String arguments, String field, String message) {
        Refusal refusal = refusal(arguments);

        assertThat(refusal).hasMessage(message);
        assertThat(refusal.field()).contains(field);
        assertThat(refusal.code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
    }

    @Test
    void valueOutsideTheListIsAnsweredWithTheListAndTheClosest() {
        Refusal refusal = refusal("{'query':'a','kind':'facts'}");

        assertThat(refusal.field()).contains("kind");
        assertThat(refusal.allowed()).containsExactly("fact", "note");
        assertThat(refusal.closest()).contains("fact");
    }

    @Test
    void unknownNamesAreAnsweredWithTheClosestKnownOne() {
        assertThat(refusal("{'query':'a','limt':3}").closest()).contains("limit");
        assertThat(refusal("{'query':'a','place':{'name':'x','nmae':1}}").field())
                .contains("place");
        assertThat(refusal("{'query':'a','zzzzzzzzzz':null}").closest()).isEmpty();
    }

    @Test
    void wholeNumbersWithAFractionBecomeWhole() {
        Map<String, Object> arguments = parse("{'query':'a','limit':5.0}");
        ArgumentCheck.check(SCHEMA, arguments);

        assertThat(arguments).containsEntry("limit", 5L);
    }

    @Test
    void severalTypesAreAllowedWhereTheSchemaListsThem() {
        Map<String, Object> schema =
                Map.of("type", "object", "properties", Map.of("v", Map.of("type", List.of("string", "integer"))));

        ArgumentCheck.check(schema, parse("{'v':'a'}"));
        ArgumentCheck.check(schema, parse("{'v':1}"));
        assertThat(catchThrowableOfType(Refusal.class, () -> ArgumentCheck.check(schema, parse("{'v':true}"))))
                .hasMessage("v: is a boolean; allowed: string or integer.");
    }

    @Property
    void lengthsCountCodePoints(@ForAll @IntRange(max = 10) int faces) {
        Map<String, Object> arguments = parse("{'query':'" + "\ud83d\ude00".repeat(faces) + "'}");
        boolean fits = faces >= 1 && faces <= 5;

        assertThat(catchThrowableOfType(Refusal.class, () -> ArgumentCheck.check(SCHEMA, arguments)) == null)
                .isEqualTo(fits);
    }

    private static Refusal refusal(String arguments) {
        return catchThrowableOfType(Refusal.class, () -> ArgumentCheck.check(SCHEMA, parse(arguments)));
    }

    private static Map<String, Object> parse(String arguments) {
        return Json.readObject(arguments.replace('\'', '"'));
    }
}
