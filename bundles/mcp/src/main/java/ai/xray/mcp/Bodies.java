package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.memory.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the bodies of requests: of which type and how large they may be. */
record Bodies(int mostBytes) {
    /**
     * The JSON value in a body.
     *
     * @throws RpcException when it is none
     * @throws Refusal when it is too large
     */
    Object read(HttpServletRequest request) throws IOException, RpcException {
        if (!isJson(request.getContentType())) {
            throw RpcException.invalidRequest(415, "Content-Type: is not application/json in UTF-8.");
        }
        try {
            return Json.read(bytes(request));
        } catch (JsonException e) {
            throw new RpcException(
                    400, RpcException.PARSE_ERROR, "The body cannot be read: %s.".formatted(e.getMessage()), Map.of());
        }
    }

    private static boolean isJson(String contentType) {
        if (contentType == null) {
            return false;
        }
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].replace("\"", "").strip();
            if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
                return false;
            }
        }
        return parts[0].strip().equals(Accepts.JSON);
    }

    private byte[] bytes(HttpServletRequest request) throws IOException {
        long announced = request.getContentLengthLong();
        if (announced > mostBytes) {
            throw tooLarge(Optional.of(announced));
        }
        InputStream in = request.getInputStream();
        byte[] body = in.readNBytes(announced >= 0 ? (int) announced : mostBytes + 1);
        if (body.length > mostBytes) {
            throw tooLarge(Optional.empty());
        }
        return body;
    }

    private Refusal tooLarge(Optional<Long> size) {
        return Refusal.tooLarge(
                "body",
                "The body has %s bytes; at most %d are read (max-request-bytes)."
                        .formatted(size.map(String::valueOf).orElse("too many"), mostBytes));
    }
}
