package ai.xray.rest;

import ai.xray.memory.Refusal;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A request whose body is read up to a limit and not a byte further, and whose malformed parts are refusals. A container throws
 * exceptions of its own for those, which nobody behind it can tell from failures of the server. Used by one thread at a time, as
 * every request.
 */
final class BoundedRequest extends HttpServletRequestWrapper {
    private final long limit;
    private Optional<ServletInputStream> body = Optional.empty();
    private Optional<BufferedReader> reader = Optional.empty();

    /**
     * @param limit the longest body, in bytes
     * @throws Refusal {@code TOO_LARGE} when the request says that its body is longer
     */
    BoundedRequest(HttpServletRequest request, long limit) {
        super(request);
        this.limit = limit;
        long declared = request.getContentLengthLong();
        if (declared > limit) {
            throw Refusal.tooLarge(
                    "body",
                    "body: has %d bytes; at most %d are allowed (max-request-bytes).".formatted(declared, limit));
        }
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (reader.isPresent()) {
            throw new IllegalStateException("the body is being read by getReader()");
        }
        return body();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (reader.isEmpty()) {
            if (body.isPresent()) {
                throw new IllegalStateException("the body is being read by getInputStream()");
            }
            String encoding = getCharacterEncoding();
            Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
            reader = Optional.of(new BufferedReader(new InputStreamReader(body(), charset)));
        }
        return reader.orElseThrow();
    }

    @Override
    public String getParameter(String name) {
        return parameters(() -> super.getParameter(name));
    }

    @Override
    public String[] getParameterValues(String name) {
        return parameters(() -> super.getParameterValues(name));
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return parameters(super::getParameterNames);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters(super::getParameterMap);
    }

    private static <T> T parameters(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException e) {
            Refusal refusal = Refusal.invalid(
                    "query", "query: is malformed; it must be name=value pairs in percent-encoded UTF-8.");
            refusal.initCause(e);
            throw refusal;
        }
    }

    private ServletInputStream body() throws IOException {
        if (body.isEmpty()) {
            body = Optional.of(new BoundedBody(super.getInputStream(), limit));
        }
        return body.orElseThrow();
    }
}
