package ai.xray.mcp;

import ai.xray.auth.Caller;
import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.tool.Content;
import ai.xray.tool.ToolReply;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * {@code tools/call}. What a model can mend, or should know of, is a result with {@code isError}; only a request that does not
 * keep the protocol is a JSON-RPC error.
 */
final class ToolCalls implements Method {
    private static final System.Logger LOG = System.getLogger(ToolCalls.class.getName());

    private final ToolRegistry registry;

    ToolCalls(ToolRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Result answer(Call call) throws RpcException {
        OfferedTool tool = tool(call);
        Map<String, Object> arguments = arguments(call);
        if (call.headers().isPresent()) {
            call.headers().get().checkArguments(tool.headers(), arguments);
        }
        requireStepUp(tool, call.caller());
        try {
            return new Result(call(tool, arguments, call), -1);
        } catch (Refusal e) {
            return failed(Failure.of(e));
        } catch (IOException e) {
            return failed(Failure.of(
                    Refusal.Code.UNAVAILABLE.wire(),
                    "Something that %s needs cannot be reached; the same call may succeed later (request %s)."
                            .formatted(tool.spec().name(), logged(tool, e))));
        } catch (RuntimeException | LinkageError e) { // a bundle being refreshed under a call shows as a LinkageError
            return failed(Failure.of(
                    "internal",
                    "%s failed by a fault of its own, not of the arguments (request %s)."
                            .formatted(tool.spec().name(), logged(tool, e))));
        }
    }

    private OfferedTool tool(Call call) throws RpcException {
        if (!(call.params().get("name") instanceof String name)) {
            throw RpcException.invalidParams("name: is required and must be a string: the tool to call.");
        }
        ToolSet tools = registry.current();
        return tools.find(name).orElseThrow(() -> RpcException.unknownName("tool", name, tools.names()));
    }

    /** A client with an access token can get a wider one: it is told so in the transport, where it looks for it. */
    private static void requireStepUp(OfferedTool tool, Caller caller) throws RpcException {
        Optional<String> missing = tool.spec().scope().filter(scope -> !caller.may(scope));
        if (missing.isPresent() && caller.credential() == Caller.Credential.ACCESS_TOKEN) {
            throw RpcException.invalidRequest(
                    403, "%s needs the scope %s.".formatted(tool.spec().name(), missing.get()));
        }
    }

    private static Map<String, Object> arguments(Call call) throws RpcException {
        return switch (call.params().get("arguments")) {
            case null -> Map.of();
            case Map<?, ?> object -> Json.asObject(object);
            default -> throw RpcException.invalidParams("arguments: is not an object.");
        };
    }

    private static String call(OfferedTool tool, Map<String, Object> arguments, Call call) throws IOException {
        tool.spec().scope().filter(scope -> !call.caller().may(scope)).ifPresent(scope -> {
            throw Refusal.of(
                    Refusal.Code.FORBIDDEN,
                    "%s needs the scope %s, which these credentials were not granted."
                            .formatted(tool.spec().name(), scope));
        });
        ArgumentCheck.check(tool.spec().inputSchema(), arguments);
        return members(tool.tool().call(new ToolInvocation(call, arguments)));
    }

    private static Result failed(Map<String, Object> failure) {
        String text = (String) failure.get("message");
        return new Result(
                "\"content\":[{\"type\":\"text\",\"text\":%s}],\"structuredContent\":%s,\"isError\":true"
                        .formatted(Json.write(text), Json.write(failure)),
                -1);
    }

    private static String members(ToolReply reply) {
        String structured = reply.structured().map(Json::write).orElse(null);
        StringBuilder members = new StringBuilder("\"content\":[");
        if (reply.content().isEmpty() && structured != null) {
            members.append(Json.write(block(new Content.Text(structured))));
        }
        String separator = "";
        for (Content content : reply.content()) {
            members.append(separator).append(Json.write(block(content)));
            separator = ",";
        }
        members.append(']');
        if (structured != null) {
            members.append(",\"structuredContent\":").append(structured);
        }
        return members.append(",\"isError\":").append(reply.error()).toString();
    }

    private static Map<String, Object> block(Content content) {
        Map<String, Object> block = new LinkedHashMap<>();
        switch (content) {
            case Content.Text(String text) -> {
                block.put("type", "text");
                block.put("text", text);
            }
            case Content.Image(String base64, String mimeType) -> {
                block.put("type", "image");
                block.put("data", base64);
                block.put("mimeType", mimeType);
            }
            case Content.Audio(String base64, String mimeType) -> {
                block.put("type", "audio");
                block.put("data", base64);
                block.put("mimeType", mimeType);
            }
            case Content.Resource(String uri, String mimeType, String text) -> {
                Map<String, Object> resource = new LinkedHashMap<>();
                resource.put("uri", uri);
                resource.put("mimeType", mimeType);
                resource.put("text", text);
                block.put("type", "resource");
                block.put("resource", resource);
            }
        }
        return block;
    }

    /** Logs without the exception's message, which may quote what a caller stored; the whole of it is logged at DEBUG. */
    private static String logged(OfferedTool tool, Throwable failure) {
        String request = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        StackTraceElement[] stack = failure.getStackTrace();
        LOG.log(
                Level.WARNING,
                "Tool {0} failed in request {1}: {2} at {3}",
                tool.spec().name(),
                request,
                failure.getClass().getName(),
                stack.length == 0 ? "an unknown place" : stack[0]);
        LOG.log(Level.DEBUG, () -> "Request " + request, failure);
        return request;
    }
}
