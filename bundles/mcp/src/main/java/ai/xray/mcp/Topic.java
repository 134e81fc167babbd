package ai.xray.mcp;

/** What a client can ask to be told of outside any request. */
enum Topic {
    TOOLS("toolsListChanged", "notifications/tools/list_changed");

    private final String filter;
    private final String method;

    Topic(String filter, String method) {
        this.filter = filter;
        this.method = method;
    }

    /** The name in the filter of {@code subscriptions/listen}. */
    String filter() {
        return filter;
    }

    /** The notification's method. */
    String method() {
        return method;
    }
}
