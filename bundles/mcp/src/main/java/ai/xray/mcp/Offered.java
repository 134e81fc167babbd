package ai.xray.mcp;

/** A registered service with what is worked out once from its description. */
interface Offered {
    /** The service itself. */
    Object service();

    /** What clients call it by, unique among its kind. */
    String name();

    /** The text of its entry in listings. */
    String listing();
}
