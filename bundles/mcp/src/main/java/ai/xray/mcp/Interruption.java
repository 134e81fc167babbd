package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.tool.Question;
import java.util.LinkedHashMap;
import java.util.Map;

/** Ends a call before its end, because the client has to do something first. Not a failure: it has no stack trace. */
abstract sealed class Interruption extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Interruption(String message) {
        super(message, null, false, false);
    }

    /** What the client is answered. */
    abstract Result result() throws RpcException;

    /** The client is to answer questions and to call again. */
    static final class InputRequired extends Interruption {
        private static final long serialVersionUID = 1L;

        private final transient Map<String, Question<?>> questions;
        private final String state;

        /** @param state what the client is to bring along when it calls again */
        InputRequired(Map<String, Question<?>> questions, String state) {
            super("the client is asked something first");
            this.questions = questions;
            this.state = state;
        }

        @Override
        Result result() {
            Map<String, Object> requests = new LinkedHashMap<>();
            questions.forEach((key, question) -> {
                Map<String, Object> request = new LinkedHashMap<>();
                request.put("method", Questions.method(question));
                request.put("params", Questions.params(question));
                requests.put(key, request);
            });
            String members =
                    "\"inputRequests\":%s,\"requestState\":%s".formatted(Json.write(requests), Json.write(state));
            return new Result(Result.Type.INPUT_REQUIRED, members, -1);
        }
    }

    /** The client cannot be asked what the call needs to ask. */
    static final class MissingCapability extends Interruption {
        private static final long serialVersionUID = 1L;

        private final String capability;

        MissingCapability(String capability) {
            super("the client cannot be asked");
            this.capability = capability;
        }

        @Override
        Result result() throws RpcException {
            throw RpcException.missingCapability(capability);
        }
    }
}
