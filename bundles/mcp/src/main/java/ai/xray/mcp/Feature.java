package ai.xray.mcp;

import java.util.Map;

/** A part of the protocol that a server may offer: what is announced, and the methods behind it. */
interface Feature {
    /** The key under {@code capabilities}. */
    String capability();

    /** What stands under that key. */
    Map<String, Object> settings();

    /** Methods of the session era by name. */
    Map<String, Method> sessionMethods();

    /** Methods of the stateless era by name. */
    Map<String, Method> statelessMethods();
}
