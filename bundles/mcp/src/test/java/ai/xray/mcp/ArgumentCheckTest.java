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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "{'const':7} | 8 | v: '8' is not known. Allowed: 7.",
                "{'const':7} | 7.0 |",
                "{'pattern':'^a+$'} | 'b' | v: does not match the pattern ^a+$.",
                "{'pattern':'^a+$'} | 'aa' |",
                "{'exclusiveMinimum':1} | 1 | v: is 1; more than 1 is needed.",
                "{'exclusiveMaximum':1} | 1.0 | v: is 1.0; less than 1 is allowed.",
                "{'multipleOf':0.5} | 1.5 |",
                "{'multipleOf':0.5} | 1.2 | v: is 1.2; multiples of 0.5 are allowed.",
                "{'uniqueItems':true} | [1,2,1] | v: holds the same item twice; each may be there once.",
                "{'minProperties':1} | {} | v: has 0 members; at least 1 are needed.",
                "{'dependentRequired':{'a':['b']}} | {'a':1} | v.b: is required and missing.",
                "{'$ref':'#/$defs/word'} | 7 | v: is an integer; allowed: string.",
                "{'$ref':'#/$defs/tree'} | {'kids':[{'kids':[7]}]} | v.kids[0].kids[0]: is an integer; allowed: object.",
                "{'allOf':[{'minLength':2},{'maxLength':3}]} | 'abcd' | v: has 4 characters; at most 3 are allowed.",
                "{'anyOf':[{'type':'string'},{'type':'integer'}]} | true | v: has none of the 2 forms that are allowed; of the first: v: is a boolean; allowed: string.",
                "{'anyOf':[{'type':'string'},{'type':'integer'}]} | 7 |",
                "{'oneOf':[{'minimum':1},{'minimum':2}]} | 3 | v: has 2 of the forms of which one alone is allowed.",
                "{'oneOf':[{'minimum':1},{'minimum':2}]} | 1 |",
                "{'not':{'type':'string'}} | 'a' | v: has a form that is not allowed.",
                "{'if':{'minimum':10},'then':{'multipleOf':10},'else':{'maximum':5}} | 20 |",
                "{'if':{'minimum':10},'then':{'multipleOf':10},'else':{'maximum':5}} | 25 | v: is 25; multiples of 10 are allowed.",
                "{'if':{'minimum':10},'then':{'multipleOf':10},'else':{'maximum':5}} | 7 | v: is 7; at most 5 is allowed."
            })
    void theOtherKeywordsHoldToo(String keywords, String value, String told) {
        Map<String, Object> schema = parse("{'type':'object','properties':{'v':" + keywords
                + "},'$defs':{'word':{'type':'string'},"
                + "'tree':{'type':'object','properties':{'kids':{'items':{'$ref':'#/$defs/tree'}}}}}}");
        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> ArgumentCheck.check(schema, parse("{'v':" + value + "}")));

        assertThat(refusal == null ? null : refusal.getMessage()).isEqualTo(told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'$ref':'#'}", "{'$ref':'#/$defs/absent'}", "{'$ref':'https://elsewhere.example/schema'}"})
    void schemaThatLeadsNowhereIsTheToolsFault(String schema) {
        assertThat(catchThrowableOfType(
                        IllegalStateException.class, () -> ArgumentCheck.check(parse(schema), parse("{}"))))
                .hasMessageContaining("the schema refers to");
    }
}
