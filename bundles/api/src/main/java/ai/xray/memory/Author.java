package ai.xray.memory;

/**
 * Who writes.
 *
 * @param origin what the written cells are marked with
 * @param name who it was, for records such as {@code data.refuted.by}; never an e-mail address or a secret
 */
public record Author(Origin origin, String name) {}
