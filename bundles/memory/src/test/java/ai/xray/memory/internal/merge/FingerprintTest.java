package ai.xray.memory.internal.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {
    private static final String BACKUP =
            "Nightly backups of the billing database are copied to the archive bucket before the retention job starts.";

    private static boolean restates(String one, String other) {
        boolean answer = Fingerprint.of(one).restates(Fingerprint.of(other));
        assertThat(Fingerprint.of(other).restates(Fingerprint.of(one))).isEqualTo(answer);
        return answer;
    }

    private static String letters(String from, int count) {
        return from.chars()
                .limit(count)
                .mapToObj(c -> String.valueOf((char) c).repeat(3))
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NIGHTLY BACKUPS of the BILLING database are copied to the ARCHIVE bucket before the retention job starts",
                "Before the retention job starts, nightly backups of the billing database go to the archive bucket.",
                "Backups of the billing database: nightly, copied to the archive bucket, then the retention job runs.",
                BACKUP
                        + " The copy is encrypted with the key of the archive team, and checked by a restore into a sandbox"
                        + " on the first working day of each month, which the on-call engineer signs."
            })
    void sameThingInOtherWordsIsARestatement(String other) {
        assertThat(restates(BACKUP, other)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "The upload limit of the image service is 20 MB for every tenant on the shared plan, 20, 25",
        "Release v2.4.1 of the image service is what every tenant on the shared plan runs, v2.4.1, v2.4.2",
        "The certificate of the image service on the shared plan expires on 2027-03-01, 2027-03-01, 2027-03-07",
        "The freezer of the image service on the shared plan is kept at -5 degrees all year, -5, 5",
        "Staff of the image service on the shared plan meets in the Q3 planning round each week, Q3, Q4",
        "حد الرفع لخدمة الصور هو ٢٠ ميغابايت لكل مستأجر في الخطة المشتركة, ٢٠, ٢٥",
        "छवि सेवा की अपलोड सीमा साझा योजना पर हर किरायेदार के लिए २० एमबी है, २०, २५",
        "图片服务对共享计划中每个租户的上传限制是三十兆字节, 三十, 六十",
        "図のサービスの上限は共有プランの利用者ごとに20メガです, 20, 25",
        "Every tenant of the image service on the shared plan is billed ½ of the list price, ½, ¼",
        "Every tenant of the image service on the shared plan belongs to class Ⅷ of the scheme, class Ⅷ, class Ⅸ",
    })
    void aNumberApartIsNoRestatement(String text, String number, String another) {
        assertThat(restates(text, text)).isTrue();
        assertThat(restates(text, text.replace(number, another))).isFalse();
    }

    @Test
    void theSameNumberInDigitsOfAnotherScriptIsTheSame() {
        assertThat(Words.of("limit ٢٠").numbers())
                .isEqualTo(Words.of("limit 20").numbers());
        assertThat(Words.of("limit ２０").numbers())
                .isEqualTo(Words.of("limit 20").numbers());
    }

    @ParameterizedTest
    @CsvSource({
        "The worker retries a failed webhook delivery after the gateway answers, retries, doesn't retry",
        "The worker retries a failed webhook delivery after the gateway answers, retries, doesn’t retry",
        "The worker retries a failed webhook delivery after the gateway answers, retries, does not retry",
        "The worker retries a failed webhook delivery after the gateway answers, retries, never retries",
        "The worker can retry a failed webhook delivery after the gateway answers, can, can't",
        "Der Dienst wiederholt eine gescheiterte Zustellung nachdem das Gateway antwortet, eine, keine",
        "Le service relance toujours la livraison après la réponse de la passerelle, toujours, jamais",
        "El servicio reintenta la entrega fallida tras la respuesta de la pasarela, reintenta, no reintenta",
        "Сервис повторяет неудачную доставку после ответа шлюза в каждом регионе, повторяет, не повторяет",
        "服务在网关应答之后会重试失败的投递, 会重试, 不重试",
        "サービスは失敗した配信をゲートウェイの応答後に再試行します, 再試行します, 再試行しません",
        "서비스는 게이트웨이 응답 후 실패한 전송을 다시 시도한다, 시도한다, 시도하지 않는다",
        "บริการจะลองส่งใหม่หลังจากเกตเวย์ตอบกลับ, จะลอง, จะไม่ลอง",
    })
    void oneNegationApartIsNoRestatement(String text, String word, String denied) {
        assertThat(restates(text, text)).isTrue();
        assertThat(restates(text, text.replace(word, denied))).isFalse();
    }

    @Test
    void twoThatDenyAlikeMayRestateEachOther() {
        assertThat(restates(
                        "The worker does not retry a failed webhook delivery after the gateway answers",
                        "After the gateway answers, the worker never retries a failed webhook delivery"))
                .isTrue();
    }

    @Test
    void shortTextsThatShareAPatternAreTwoThings() {
        assertThat(restates("Anna: I baked bread yesterday.", "Boris: I baked cake yesterday."))
                .isFalse();
        assertThat(restates("Anna plays the violin", "Anna plays the viola")).isFalse();
        assertThat(restates("Q3 plan", "Q4 plan")).isFalse();
        assertThat(restates("Deploys on Friday", "deploys on friday!")).isTrue();
    }

    @Test
    void thresholdsAreExact() {
        String alphabet = "abcdefghijklmnopqrstuvwxyz";
        // 6 shared of 20 together: 0.3
        assertThat(restates(letters(alphabet, 13), letters(alphabet.substring(7), 13)))
                .isTrue();
        // 6 shared of 21 together
        assertThat(restates(letters(alphabet, 13), letters(alphabet.substring(7), 14)))
                .isFalse();
        // 9 of 10 in a much larger one, and 8 of 10
        String large = alphabet.substring(0, 9) + "αβγδεζηθικλμνξοπρτυφχψω".substring(0, 23);
        assertThat(restates(letters(alphabet, 10), letters(large, 32))).isTrue();
        assertThat(restates(letters(alphabet.substring(1), 10), letters(large, 32)))
                .isFalse();
        // with seven words: 8 of 10 of all
        assertThat(restates(letters(alphabet, 7), letters(alphabet, 8))).isTrue();
        assertThat(restates(letters(alphabet, 7), letters(alphabet, 9))).isFalse();
        assertThat(restates(letters(alphabet, 8), letters(alphabet, 26))).isTrue();
    }

    @Test
    void wordsAreSplitAndFoldedAsDocumented() {
        assertThat(Words.of("The GPT-4o model: key:value at 3.5 GB/s, isn't it? Straße STRASSE"))
                .hasToString("[3.5, 4o, gpt, isn't, key, model, strasse, the, value], numbers [3.5, 4o], negates");
        assertThat(Words.of("成语接龙 a 龙")).hasToString("[成语, 接龙, 语接, 龙], numbers []");
        assertThat(Words.of("ｆｕｌｌ　ｗｉｄｔｈ of it")).hasToString("[full, width], numbers []");
        assertThat(Words.of("v1.2.3 on 2026-11-30 at 10:30 for 1,000"))
                .hasToString("[1,000, 10, 11, 2026, 30, for, v1.2.3], numbers [1,000, 10, 11, 2026, 30, v1.2.3]");
    }

    @Test
    void textWithoutWordsRestatesNothing() {
        assertThat(restates("?!", "?!")).isFalse();
        assertThat(restates("", "a b c")).isFalse();
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(
                        "gateway",
                        "timeout",
                        "not",
                        "never",
                        "30",
                        "60",
                        "v1.2",
                        "deploys",
                        "friday",
                        "retry",
                        "queue",
                        "成语接龙",
                        "不",
                        "三十",
                        "ไม่",
                        "Straße",
                        "payments",
                        "cache",
                        "region",
                        "a",
                        "of",
                        "isn't",
                        "😀",
                        "\u0301")
                .list()
                .ofMaxSize(24)
                .map(words -> String.join(" ", words));
    }

    @Property(tries = 2000)
    void orderOfTheTwoDoesNotMatterAndNumbersAndNegationDecide(
            @ForAll("texts") String one, @ForAll("texts") String other) {
        Words words = Words.of(one);
        Words others = Words.of(other);
        if (restates(one, other)) {
            assertThat(words.numbers()).isEqualTo(others.numbers());
            assertThat(words.negates()).isEqualTo(others.negates());
        }
    }

    @Property(tries = 1000)
    void anyTextCanBeReadAndRestatesItselfIfItHasWords(@ForAll String text) {
        assertThat(restates(text, text)).isEqualTo(!Words.of(text).tokens().isEmpty());
        assertThat(restates(text, text.strip())).isEqualTo(restates(text, text));
        assertThat(Fingerprint.of(Arrays.stream(text.split(" ", -1)).collect(Collectors.joining("  "))))
                .isEqualTo(Fingerprint.of(text));
    }
}
