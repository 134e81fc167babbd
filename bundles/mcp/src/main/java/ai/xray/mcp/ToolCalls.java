package ai.xray.mcp;

import ai.xray.auth.Caller;
import ai.xray.json.Json;
import ai.xray.memory.Refusal;
import ai.xray.tool.Content;
import ai.xray.tool.Tool;
import ai.xray.tool.ToolReply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code tools/call}. What a model can mend, or should know of, is a result with {@code isError}; only a request that does not
 * keep the protocol is a JSON-RPC error.
 */
final class ToolCalls implements Method {
    private final Registry<Tool, OfferedTool> registry;

    ToolCalls(Registry<Tool, OfferedTool> registry) {
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
            return Result.of(call(tool, arguments, call));
        } catch (Interruption e) {
            return e.result();
        } catch (Refusal e) {
            return failed(Failure.of(e));
        } catch (IOException e) {
            if (call.cancelled().isDone()) {
                return failed(Failure.of("cancelled", "The call was cancelled."));
            }
            return failed(Failure.of(
                    Refusal.Code.UNAVAILABLE.wire(),
                    Faults.unreachable(tool.spec().name(), e)));
        } catch (RuntimeException | LinkageError e) { // a bundle being refreshed under a call shows as a LinkageError
            return failed(Failure.of("internal", Faults.broken(tool.spec().name(), e)));
        }
    }

    private OfferedTool tool(Call call) throws RpcException {
        if (!(call.params().get("name") instanceof String name)) {
            throw RpcException.invalidParams("name: is required and must be a string: the tool to call.");
        }
        Offers<OfferedTool> tools = registry.current();
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
        Scopes.require(tool.spec().name(), tool.spec().scope(), call.caller());
        ArgumentCheck.check(tool.spec().inputSchema(), arguments);
        return members(tool.service().call(new CallInvocation(call, arguments)));
    }

    private static Result failed(Map<String, Object> failure) {
        String text = (String) failure.get("message");
        return Result.of("\"content\":[{\"type\":\"text\",\"text\":%s}],\"structuredContent\":%s,\"isError\":true"
                .formatted(Json.write(text), Json.write(failure)));
    }

    private static String members(ToolReply reply) {
        String structured = reply.structured().map(Json::write).orElse(null);
        List<Content> content = reply.content().isEmpty() && structured != null
                ? List.of(new Content.Text(structured))
                : reply.content();
        StringBuilder members = new StringBuilder("\"content\":").append(Blocks.array(content));
        if (structured != null) {
            members.append(",\"structuredContent\":").append(structured);
        }
        return members.append(",\"isError\":").append(reply.error()).toString();
    }
}
