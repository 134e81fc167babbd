package ai.xray.mcp;

/** A listing that a client can ask to be told of when it changes. */
enum Topic {
    TOOLS("toolsListChanged", "notifications/tools/list_changed"),
    PROMPTS("promptsListChanged", "notifications/prompts/list_changed"),
    RESOURCES("resourcesListChanged", "notifications/resources/list_changed");

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
