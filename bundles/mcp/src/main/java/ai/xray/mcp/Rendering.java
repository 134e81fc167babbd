package ai.xray.mcp;

import ai.xray.memory.Refusal;
import java.io.IOException;

/** Runs prompts and resources, whose failures have no form of their own and become JSON-RPC errors. */
final class Rendering {
    private Rendering() {}

    /** What a service does for one request. */
    @FunctionalInterface
    interface Work {
        Result run() throws IOException, RpcException;
    }

    /**
     * Does the work of {@code what}.
     *
     * @throws RpcException when the service refuses or fails
     */
    static Result of(String what, Work work) throws RpcException {
        try {
            return work.run();
        } catch (Interruption e) {
            return e.result();
        } catch (Refusal e) {
            throw RpcException.of(e);
        } catch (IOException e) {
            throw RpcException.of(Refusal.of(Refusal.Code.UNAVAILABLE, Faults.unreachable(what, e)));
        } catch (RuntimeException | LinkageError e) { // a bundle being refreshed under a call shows as a LinkageError
            throw RpcException.of(Refusal.of(Refusal.Code.UNAVAILABLE, Faults.broken(what, e)));
        }
    }
}
