package ai.xray.mcp;

import jakarta.servlet.http.HttpServletRequest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The headers that repeat parts of the body, so that a proxy can route without parsing. They are compared with what they
 * repeat: else a proxy could be made to let through what it was to stop.
 */
final class RequestHeaders {
    private static final String ENCODED_START = "=?base64?";
    private static final String ENCODED_END = "?=";

    /** The parameter that {@code Mcp-Name} repeats, by method. */
    private static final Map<String, String> NAMED_BY =
            Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

    private final HttpServletRequest request;

    RequestHeaders(HttpServletRequest request) {
        this.request = request;
    }

    /** Compares the protocol version. */
    void checkVersion(String version) throws RpcException {
        check(Protocol.VERSION_HEADER, version, required(Protocol.VERSION_HEADER));
    }

    /** Compares the method, and the name of what it is about. */
    void checkMethod(Message.Request message) throws RpcException {
        check(Protocol.METHOD_HEADER, message.method(), required(Protocol.METHOD_HEADER));
        String parameter = NAMED_BY.get(message.method());
        if (parameter != null && message.params().get(parameter) instanceof String name) {
            check(Protocol.NAME_HEADER, name, decode(Protocol.NAME_HEADER, required(Protocol.NAME_HEADER)));
        }
    }

    /** Compares the arguments that a tool wants repeated. */
    void checkArguments(List<ParamHeader> declared, Map<String, Object> arguments) throws RpcException {
        for (ParamHeader param : declared) {
            String header = Protocol.PARAM_HEADER_PREFIX + param.name();
            Object value = param.valueIn(arguments);
            Optional<String> given = single(header);
            if (value == null && given.isPresent()) {
                throw RpcException.headerMismatch(
                        "%s: is given, but the argument it repeats is not in the body.".formatted(header));
            }
            if (value != null) {
                String text = decode(header, given.orElseThrow(() -> missing(header)));
                if (!same(value, text)) {
                    throw mismatch(header);
                }
            }
        }
    }

    private static boolean same(Object value, String text) {
        if (value instanceof Long || value instanceof BigInteger || value instanceof BigDecimal) {
            try {
                return new BigDecimal(text).compareTo(new BigDecimal(value.toString())) == 0;
            } catch (NumberFormatException e) {
                return false;
            }
        }
        return value.toString().equals(text);
    }

    private static void check(String header, String inBody, String given) throws RpcException {
        if (!inBody.equals(given)) {
            throw mismatch(header);
        }
    }

    private String required(String header) throws RpcException {
        return single(header).orElseThrow(() -> missing(header));
    }

    private Optional<String> single(String header) throws RpcException {
        Enumeration<String> values = request.getHeaders(header);
        if (!values.hasMoreElements()) {
            return Optional.empty();
        }
        String value = values.nextElement();
        if (values.hasMoreElements()) {
            throw RpcException.headerMismatch("%s: is given more than once.".formatted(header));
        }
        if (!value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))) {
            throw RpcException.headerMismatch(
                    "%s: holds characters other than visible ASCII; encode it as =?base64?…?=.".formatted(header));
        }
        return Optional.of(value.strip());
    }

    private static String decode(String header, String value) throws RpcException {
        if (!value.startsWith(ENCODED_START)
                || !value.endsWith(ENCODED_END)
                || value.length() < ENCODED_START.length() + ENCODED_END.length()) {
            return value;
        }
        String encoded = value.substring(ENCODED_START.length(), value.length() - ENCODED_END.length());
        try {
            if (encoded.length() % 4 != 0) {
                throw new IllegalArgumentException("no padding");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(encoded)))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw RpcException.headerMismatch("%s: is not padded Base64 of UTF-8 text.".formatted(header));
        }
    }

    private static RpcException missing(String header) {
        return RpcException.headerMismatch("%s: is missing; it repeats a part of the body.".formatted(header));
    }

    private static RpcException mismatch(String header) {
        return RpcException.headerMismatch("%s: does not match the body.".formatted(header));
    }
}
