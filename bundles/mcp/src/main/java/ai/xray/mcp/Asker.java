package ai.xray.mcp;

import ai.xray.tool.Answer;
import ai.xray.tool.Question;
import java.io.IOException;
import java.util.Map;

/** How the client is asked something in the middle of a call. The eras differ in this more than in anything else. */
interface Asker {
    /** Whether the client can be asked this. */
    boolean can(Question<?> question);

    /**
     * Asks, and returns the answers by the questions' keys.
     *
     * @throws Interruption when the client is to call again; it must reach the caller of the tool
     * @throws IOException when the client no longer waits
     */
    Map<String, Answer> ask(Map<String, Question<?>> questions) throws IOException;
}
