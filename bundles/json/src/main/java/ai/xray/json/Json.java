package ai.xray.json;

import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonGenerator;
import jakarta.json.stream.JsonGeneratorFactory;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.json.stream.JsonParserFactory;
import jakarta.json.stream.JsonParsingException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.parsson.JsonProviderImpl;

/**
 * JSON (RFC 8259) as plain Java values: {@code Map<String, Object>} in the text's order, {@code List<Object>},
 * {@code String}, {@code Boolean}, {@code Long} or {@code BigInteger} for whole numbers, {@code BigDecimal} for others, and
 * {@code null}.
 *
 * <p>Reading refuses what parsers disagree about, since disagreement is what attacks are made of: a name twice in one
 * object, more than {@value #MAX_DEPTH} levels, a lone surrogate, bytes that are not UTF-8, anything after the value, and
 * numbers of more than {@value #MAX_NUMBER_CHARS} characters.
 */
public final class Json {
    /** The deepest nesting that is read. */
    public static final int MAX_DEPTH = 64;

    /** The longest number that is read. */
    public static final int MAX_NUMBER_CHARS = 100;

    private static final int MAX_EXPONENT = 1000;

    // Named directly: a provider look-up by ServiceLoader would need the context class loader or weaving.
    private static final JsonProvider PROVIDER = new JsonProviderImpl();
    private static final JsonParserFactory PARSERS = PROVIDER.createParserFactory(Map.of());
    private static final JsonGeneratorFactory GENERATORS = PROVIDER.createGeneratorFactory(Map.of());

    private Json() {}

    /**
     * The value of a UTF-8 text.
     *
     * @throws JsonException when it is not such a text
     */
    public static Object read(byte[] utf8) {
        try {
            return read(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new JsonException("the text is not valid UTF-8", e);
        }
    }

    /**
     * The value of a text.
     *
     * @throws JsonException when it is not JSON within the bounds of this class
     */
    public static Object read(String text) {
        if (text.isBlank()) {
            throw new JsonException("the text is empty");
        }
        try (JsonParser parser = PARSERS.createParser(new StringReader(text))) {
            Object value = value(parser, parser.next(), 1);
            if (parser.hasNext()) {
                parser.next();
                throw new JsonException("there is more text after the end of the value");
            }
            return value;
        } catch (JsonParsingException e) {
            throw new JsonException(
                    "the text is not JSON at line %d, column %d"
                            .formatted(
                                    e.getLocation().getLineNumber(),
                                    e.getLocation().getColumnNumber()),
                    e);
        } catch (jakarta.json.JsonException | java.util.NoSuchElementException | IllegalStateException e) {
            throw new JsonException("the text is not JSON", e);
        }
    }

    /**
     * The object of a text.
     *
     * @throws JsonException when it is not JSON or not an object
     */
    public static Map<String, Object> readObject(String text) {
        return asObject(read(text));
    }

    /** {@code value} as an object; a {@link JsonException} when it is another kind of value. */
    @SuppressWarnings("unchecked") // objects read here have string keys
    public static Map<String, Object> asObject(Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new JsonException("the value is not an object");
    }

    /** Compact text of a value made of the types this class reads, {@code Integer} and {@code Double}. */
    public static String write(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = GENERATORS.createGenerator(text)) {
            write(generator, value);
        }
        return text.toString();
    }

    private static Object value(JsonParser parser, Event event, int depth) {
        return switch (event) {
            case START_OBJECT -> object(parser, deeper(depth));
            case START_ARRAY -> array(parser, deeper(depth));
            case VALUE_STRING -> text(parser.getString());
            case VALUE_NUMBER -> number(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case KEY_NAME, END_OBJECT, END_ARRAY -> throw new JsonException("the text is not JSON");
        };
    }

    private static int deeper(int depth) {
        if (depth > MAX_DEPTH) {
            throw new JsonException("the text is nested more than " + MAX_DEPTH + " levels deep");
        }
        return depth + 1;
    }

    private static Map<String, Object> object(JsonParser parser, int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (Event event = parser.next(); event != Event.END_OBJECT; event = parser.next()) {
            String name = text(parser.getString());
            boolean twice = object.containsKey(name);
            if (twice) {
                throw new JsonException("an object holds the same name twice");
            }
            object.put(name, value(parser, parser.next(), depth));
        }
        return object;
    }

    private static List<Object> array(JsonParser parser, int depth) {
        List<Object> array = new ArrayList<>();
        for (Event event = parser.next(); event != Event.END_ARRAY; event = parser.next()) {
            array.add(value(parser, event, depth));
        }
        return array;
    }

    private static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean paired = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!paired) {
                    throw new JsonException("a string holds half of a surrogate pair");
                }
                i++;
            }
        }
        return text;
    }

    private static Object number(JsonParser parser) {
        String text = parser.getString();
        if (text.length() > MAX_NUMBER_CHARS) {
            throw new JsonException("a number is longer than " + MAX_NUMBER_CHARS + " characters");
        }
        boolean whole = text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        if (whole && text.length() <= 18) {
            return Long.parseLong(text);
        }
        if (whole) {
            BigInteger big = new BigInteger(text);
            return big.bitLength() < Long.SIZE ? (Object) big.longValueExact() : big;
        }
        BigDecimal decimal = new BigDecimal(text);
        if (Math.abs((long) decimal.scale()) > MAX_EXPONENT) {
            throw new JsonException("a number's exponent is beyond " + MAX_EXPONENT);
        }
        return decimal;
    }

    private static void write(JsonGenerator generator, Object value) {
        switch (value) {
            case null -> generator.writeNull();
            case String text -> generator.write(text);
            case Boolean bool -> generator.write(bool);
            case Integer number -> generator.write(number);
            case Long number -> generator.write(number);
            case Double number -> generator.write(number);
            case BigInteger number -> generator.write(number);
            case BigDecimal number -> generator.write(number);
            case Map<?, ?> object -> {
                generator.writeStartObject();
                object.forEach((name, member) -> {
                    generator.writeKey((String) name);
                    write(generator, member);
                });
                generator.writeEnd();
            }
            case Iterable<?> array -> {
                generator.writeStartArray();
                array.forEach(item -> write(generator, item));
                generator.writeEnd();
            }
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }
}
