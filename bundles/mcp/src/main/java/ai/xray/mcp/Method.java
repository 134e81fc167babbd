package ai.xray.mcp;

/** One method of the protocol, the same in every era that has it. Thread-safe; runs on a virtual thread and may block. */
@FunctionalInterface
interface Method {
    /**
     * Answers one request.
     *
     * @throws RpcException when the request does not keep the protocol
     */
    Result answer(Call call) throws RpcException;
}
