package ai.xray.mcp;

/** Where the messages about one request go. Thread-safe. */
interface Outlet {
    /** Whether other messages than the last reach the client. */
    boolean wanted();

    /** Whether the client is known to have gone away. */
    boolean broken();

    /** Sends one message before the last. Does nothing where that is not wanted, or after the end. */
    void send(String message);

    /** Finds out whether the client is still there, unless something was written of late. */
    void probe();

    /**
     * Ends with {@code message} if messages went out before or {@code start} says to; else nothing is sent, then or later.
     *
     * @return whether the message went out
     */
    boolean finish(String message, boolean start);
}
