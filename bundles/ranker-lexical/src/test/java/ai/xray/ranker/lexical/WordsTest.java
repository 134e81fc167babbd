package ai.xray.ranker.lexical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "getUserName, get user name =getusername",
                "get_user_name, get user name =getusername",
                "docker-compose, docker compose =dockercompose",
                "HTTPServer, http server =httpserver",
                "OAuthToken, oauth token =oauthtoken",
                "iPhone, iphone",
                "S3Bucket, s3 bucket =s3bucket",
                "10GB/s, 10 gb =10gb s =10gbs",
                "src/HashMap.java, src hash map =hashmap java =srchashmapjava",
                "__init__, init",
                "a--b, a b",
                "v1.2.3, v1.2.3",
                "3.14., 3.14",
                "don't, dont",
                "Melanie’s, melanie",
                "rock 'n' roll, rock n roll",
                "naïve, naive",
                "Straße, strasse",
                "成语接龙, ~成语接龙",
                "iPhone用ケース2026年, iphone ~用ケース 2026 ~年",
                "サーバー, ~サーバー",
                "ゔ, ~ゔ",
                "ประชุม, ~ประชุม",
                "soft\u00ADhyphen, softhyphen",
                "𝐛𝐨𝐥𝐝, bold",
                "हिन्दी में, हिन्दी में"
            })
    void areReadInOrder(String text, String words) {
        assertThat(String.join(" ", read(text))).isEqualTo(words);
    }

    @Test
    void runIsItsOverlappingPairs() {
        assertThat(pairs("成语接龙")).containsExactly("成语", "语接", "接龙");
        assertThat(pairs("龙")).containsExactly("龙");
        assertThat(pairs("𠮷野家")).containsExactly("𠮷野", "野家");
    }

    @Property
    void anyTextIsReadAndNoWordIsEmptyOrLong(@ForAll String text) {
        Words.read(text, (kind, word) -> {
            assertThat(word).isNotEmpty();
            if (kind == Words.Kind.PART) {
                assertThat(word.length()).isLessThanOrEqualTo(8 * Words.MAX_CHARS);
            }
        });
    }

    @Property
    void foldingIsDoneAtOnce(@ForAll String text) {
        Words.read(text, (kind, word) -> {
            if (kind == Words.Kind.PART) {
                assertThat(Folding.folded(word)).isEqualTo(word);
            }
        });
    }

    private static List<String> read(String text) {
        List<String> words = new ArrayList<>();
        Words.read(
                text,
                (kind, word) -> words.add(
                        switch (kind) {
                            case PART -> word;
                            case WHOLE -> "=" + word;
                            case RUN -> "~" + word;
                        }));
        return words;
    }

    private static List<String> pairs(String run) {
        List<String> pairs = new ArrayList<>();
        Words.pairs(run, pairs::add);
        return pairs;
    }
}
